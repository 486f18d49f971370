package dev.waybill.engine.channel;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState.Entries;
import dev.waybill.engine.channel.ChannelState.Entry;
import dev.waybill.engine.channel.ChannelState.Single;
import dev.waybill.engine.channel.ChannelState.Unwritten;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.pcollections.TreePVector;

/// Reads and writes channels. Times are the run's logical time: at a write that of its event, at a read that of the
/// run's last event, so that what a run holds does not change while nothing happens.
public final class Channels {

    private Channels() {}

    /// What a declared channel holds before the first write: its default, as if written at the run's start. Writes go
    /// on from it.
    ///
    /// @throws ChannelRefused when the default is nothing that the reducer could have made
    public static ChannelState start(Channel declared, Instant at) {
        ChannelRules rules = ChannelRules.of(declared);
        if (declared.defaultValue().isEmpty()) {
            return ChannelState.UNWRITTEN;
        }
        JsonValue value = declared.defaultValue().get();
        return rules.reducer().isList() ? entries(rules, value, at) : write(ChannelState.UNWRITTEN, rules, value, at);
    }

    private static ChannelState entries(ChannelRules rules, JsonValue value, Instant at) {
        JsonArray items = value.asArray().orElseThrow(() -> rules.refuse("an array as default", value.kind()));
        ChannelState state = new Entries(TreePVector.empty(), rules.entryTtlMs());
        for (JsonValue item : items) {
            state = write(state, rules, item, at);
        }
        return state;
    }

    /// @throws ChannelRefused when the reducer has no place for the value
    public static ChannelState write(ChannelState state, ChannelRules rules, JsonValue value, Instant at) {
        return switch (rules.reducer()) {
            case REPLACE -> SingleReducers.replace(rules, value);
            case MERGE -> SingleReducers.merge(state, rules, value);
            case COUNTER -> SingleReducers.add(state, rules, value);
            case APPEND, FEEDBACK -> EntryReducers.append(state, rules, value, at);
            case VOTES -> EntryReducers.vote(state, rules, value, at);
            case MESSAGE -> EntryReducers.say(state, rules, value, at);
        };
    }

    /// What the channel shows at a time; null when nobody has written. Where entries age, each shows when it was
    /// written, in the form that OpenWOP asks for: `{"value":…,"_ts":…}`.
    public static JsonValue read(ChannelState state, Instant at) {
        return switch (state) {
            case Unwritten _ -> JsonNull.NULL;
            case Single single -> single.value();
            case Entries list -> items(list, at);
        };
    }

    private static JsonArray items(Entries list, Instant at) {
        List<JsonValue> items = new ArrayList<>();
        for (Entry entry : list.alive(at)) {
            items.add(list.ttlMs().isEmpty() ? entry.value() : stamped(entry));
        }
        return new JsonArray(items);
    }

    private static JsonObject stamped(Entry entry) {
        return JsonObject.of("value", entry.value()).with("_ts", entry.at().toEpochMilli());
    }

    /// @throws ChannelRefused when the node may not
    public static void checkRead(Channel declared, WorkflowNode node) {
        if (!declared.access().mayRead(node)) {
            throw ChannelRefused.notAllowed(declared.name(), node, "readers");
        }
    }

    /// @throws ChannelRefused when the node may not
    public static void checkWrite(Channel declared, WorkflowNode node) {
        if (!declared.access().mayWrite(node)) {
            throw ChannelRefused.notAllowed(declared.name(), node, "writers");
        }
    }

    /// A message is an object, so a schema of lists is about the conversation: the message counts as one of one.
    private static JsonValue judged(Channel declared, JsonValue value) {
        boolean conversation = declared.reducer().equals(Reducer.MESSAGE.wire())
                && declared.schema()
                        .flatMap(schema -> schema.string("type"))
                        .filter("array"::equals)
                        .isPresent();
        return conversation ? JsonArray.of(value) : value;
    }

    /// @throws ChannelRefused when the value does not fit the channel's schema
    public static void checkValue(Channel declared, JsonValue value) {
        if (declared.schema().isEmpty()) {
            return;
        }
        try {
            List<Violation> violations =
                    JsonSchema.compile(declared.schema().get()).validate(judged(declared, value), StepBudget.usual());
            if (!violations.isEmpty()) {
                throw ChannelRefused.unfit(declared, violations.getFirst());
            }
        } catch (ExpressionException e) {
            throw ChannelRefused.tooLarge(declared.name(), e);
        }
    }
}
