package dev.waybill.engine.channel;

import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelState.Entries;
import dev.waybill.engine.channel.ChannelState.Entry;
import dev.waybill.engine.channel.ChannelState.Single;
import dev.waybill.engine.channel.ChannelState.Unwritten;
import dev.waybill.journal.event.DataFact.ChannelWritten;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/// Reads and writes channels. Times are the run's logical time: at a write that of its event, at a read that of the
/// run's last event, so that what a run holds does not change while nothing happens.
public final class Channels {

    private Channels() {}

    /// What a declared channel holds before the first write: its default, as if written at the run's start.
    ///
    /// @throws ChannelRefused when the default is nothing that the reducer could have made
    public static ChannelState start(Channel declared, Instant at) {
        ChannelRules rules = ChannelRules.of(declared);
        return declared.defaultValue()
                .map(value -> rules.reducer().isList() ? entries(rules, value, at) : single(rules, value))
                .orElse(ChannelState.UNWRITTEN);
    }

    private static ChannelState single(ChannelRules rules, JsonValue value) {
        return write(ChannelState.UNWRITTEN, rules, value, Instant.EPOCH);
    }

    private static ChannelState entries(ChannelRules rules, JsonValue value, Instant at) {
        JsonArray items = value.asArray()
                .orElseThrow(() -> ChannelRefused.wrongValue(
                        rules.channel(), rules.reducer(), "an array as default", value.kind()));
        ChannelState state = new Entries(TreePVector.empty(), rules.ttlMs());
        for (JsonValue item : items) {
            state = write(state, rules, item, at);
        }
        return state;
    }

    /// Folds a recorded write.
    public static ChannelState fold(ChannelState state, ChannelWritten written, Instant at) {
        return write(state, ChannelRules.of(written), written.value(), at);
    }

    /// @throws ChannelRefused when the reducer has no place for the value
    public static ChannelState write(ChannelState state, ChannelRules rules, JsonValue value, Instant at) {
        return switch (rules.reducer()) {
            case REPLACE -> new Single(fitting(rules, value));
            case MERGE -> new Single(fitting(rules, merged(state, rules, value)));
            case COUNTER -> new Single(counted(state, rules, value));
            case APPEND, FEEDBACK -> appended(before(state, rules, at), rules, new Entry(value, at));
            case VOTES -> {
                String voter = voter(rules, value);
                yield appended(withoutVoteOf(voter, before(state, rules, at), rules), rules, new Entry(value, at));
            }
            case MESSAGE -> said(before(state, rules, at), rules, new Entry(value, at));
        };
    }

    private static JsonObject merged(ChannelState state, ChannelRules rules, JsonValue value) {
        Map<String, JsonValue> members = new LinkedHashMap<>(
                state instanceof Unwritten
                        ? Map.copyOf(new LinkedHashMap<>())
                        : object(rules, plain(state)).members());
        members.putAll(object(rules, value).members());
        return new JsonObject(members);
    }

    private static JsonObject object(ChannelRules rules, JsonValue value) {
        return value.asObject()
                .orElseThrow(
                        () -> ChannelRefused.wrongValue(rules.channel(), rules.reducer(), "an object", value.kind()));
    }

    private static JsonNumber counted(ChannelState state, ChannelRules rules, JsonValue value) {
        JsonNumber step = number(rules, value);
        JsonNumber total = state instanceof Unwritten ? JsonNumber.of(0) : number(rules, plain(state));
        OptionalLong whole = total.asInteger();
        OptionalLong by = step.asInteger();
        if (whole.isPresent() && by.isPresent()) {
            return inRange(rules, JsonNumber.of(whole.getAsLong() + by.getAsLong()));
        }
        double sum = total.doubleValue() + step.doubleValue();
        return inRange(rules, new JsonNumber(Jcs.canonical(new JsonNumber(Double.toString(sum)))));
    }

    private static JsonNumber inRange(ChannelRules rules, JsonNumber total) {
        if (Math.abs(total.doubleValue()) > JsonNumber.MAX_SAFE_INTEGER) {
            throw ChannelRefused.wrongValue(
                    rules.channel(), rules.reducer(), "a total within ±9007199254740991", total.lexeme());
        }
        return total;
    }

    private static JsonNumber number(ChannelRules rules, JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number;
        }
        throw ChannelRefused.wrongValue(rules.channel(), rules.reducer(), "a number", value.kind());
    }

    /// The entries that a list's write goes on from: too old ones are gone before the new one comes.
    private static PVector<Entry> before(ChannelState state, ChannelRules rules, Instant at) {
        return switch (state) {
            case Unwritten _ -> TreePVector.empty();
            case Entries list -> new Entries(list.entries(), ttl(rules)).alive(at);
            case Single single ->
                throw ChannelRefused.wrongValue(
                        rules.channel(),
                        rules.reducer(),
                        "a channel of entries; let all nodes write to it with one reducer",
                        single.value().kind());
        };
    }

    private static OptionalLong ttl(ChannelRules rules) {
        return rules.reducer().forgets() ? rules.ttlMs() : OptionalLong.empty();
    }

    private static Entries appended(PVector<Entry> entries, ChannelRules rules, Entry entry) {
        PVector<Entry> more = entries.plus(entry);
        while (rules.maxSize().isPresent() && more.size() > rules.maxSize().getAsLong()) {
            more = more.minus(0);
        }
        return new Entries(more, ttl(rules));
    }

    private static PVector<Entry> withoutVoteOf(String voter, PVector<Entry> entries, ChannelRules rules) {
        for (int i = 0; i < entries.size(); i++) {
            if (voter(rules, entries.get(i).value()).equals(voter)) {
                return entries.minus(i);
            }
        }
        return entries;
    }

    /// OpenWOP's text calls the voter `userId`, its schema `voter`.
    private static String voter(ChannelRules rules, JsonValue vote) {
        return vote.asObject()
                .flatMap(object -> object.string("userId").or(() -> object.string("voter")))
                .orElseThrow(() -> ChannelRefused.wrongValue(
                        rules.channel(), rules.reducer(), "an object with a userId", shown(vote)));
    }

    private static ChannelState said(PVector<Entry> entries, ChannelRules rules, Entry entry) {
        String id = messageId(rules, entry.value());
        boolean known = entries.stream()
                .anyMatch(earlier -> messageId(rules, earlier.value()).equals(id));
        if (known) {
            return new Entries(entries, OptionalLong.empty());
        }
        checkSize(rules, entries.size() + 1L);
        return new Entries(entries.plus(entry), OptionalLong.empty());
    }

    private static String messageId(ChannelRules rules, JsonValue message) {
        return message.asObject()
                .flatMap(object -> object.string("messageId"))
                .orElseThrow(() -> ChannelRefused.wrongValue(
                        rules.channel(), rules.reducer(), "an object with a messageId", shown(message)));
    }

    private static String shown(JsonValue value) {
        return value instanceof JsonObject ? "an object without it" : value.kind();
    }

    private static JsonValue fitting(ChannelRules rules, JsonValue value) {
        switch (value) {
            case JsonArray array -> checkSize(rules, array.size());
            case JsonObject object -> checkSize(rules, object.size());
            case JsonString(var text) -> checkSize(rules, text.codePointCount(0, text.length()));
            default -> {}
        }
        return value;
    }

    /// Where nothing is forgotten, what is too much is refused.
    private static void checkSize(ChannelRules rules, long size) {
        if (rules.maxSize().isPresent() && size > rules.maxSize().getAsLong()) {
            throw ChannelRefused.wrongValue(
                    rules.channel(),
                    rules.reducer(),
                    "a size of at most " + rules.maxSize().getAsLong(),
                    Long.toString(size));
        }
    }

    /// What the channel shows at a time; null when nobody has written. Where entries age, each shows when it was
    /// written, in the form that OpenWOP asks for: `{"value":…,"_ts":…}`.
    public static JsonValue read(ChannelState state, Instant at) {
        return state instanceof Entries list ? shown(list, at) : plain(state);
    }

    private static JsonValue plain(ChannelState state) {
        return switch (state) {
            case Unwritten _ -> JsonNull.NULL;
            case Single single -> single.value();
            case Entries list -> shown(list, Instant.EPOCH);
        };
    }

    private static JsonArray shown(Entries list, Instant at) {
        List<JsonValue> items = new ArrayList<>();
        for (Entry entry : list.alive(at)) {
            items.add(list.ttlMs().isEmpty() ? entry.value() : stamped(entry));
        }
        return new JsonArray(items);
    }

    private static JsonObject stamped(Entry entry) {
        return JsonObject.builder()
                .put("value", entry.value())
                .put("_ts", entry.at().toEpochMilli())
                .build();
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
}
