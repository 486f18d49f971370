package dev.waybill.agents.live;

import dev.waybill.agents.model.MessageJson;
import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.Usage;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.agents.tool.ToolRecord;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.HandedOver;
import dev.waybill.journal.event.AgentFact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was said between an agent's model and its tools in one execution. Every answer that something follows from, and
/// every return of a tool, is kept in the log before the next thing happens; after a crash the conversation goes on
/// where it was, and no tool call that was recorded is made again.
final class Conversation {

    private static final String ANSWER = "answer";
    private static final String PROVIDER = "provider";
    private static final String MODEL = "model";
    private static final String TOOL = "toolResult";
    private static final String REPAIR = "repair";
    private static final String RESULT = "result";
    private static final String LEFT = "left";

    /// In an answer: what [#told] said when it was given. The price of an answer is told with the outcome.
    private static final String TOLD = "told";

    private final ActivityCall call;
    private final Story story;
    private final List<ModelMessage> messages = new ArrayList<>();
    private final List<MessagePart.ToolResult> results = new ArrayList<>();
    private int requests;
    private int repairs;
    private int calls;
    private Usage usage = Usage.NONE;
    private final List<Usage> untold = new ArrayList<>();
    private @Nullable String provider;
    private @Nullable String model;
    private @Nullable JsonValue result;

    /// Calls that were left to other runs, in the order of the plans, and what became of them.
    private final List<LeftCall> left = new ArrayList<>();

    private final List<HandedOver> ends = new ArrayList<>();

    /// @param call as the model asked for it
    private record LeftCall(String id, String name, ToolRecord call) {}

    Conversation(ActivityCall call, Story story) {
        this.call = call;
        this.story = story;
    }

    /// Takes up what was kept.
    void restore() {
        for (JsonObject note : call.kept()) {
            note.object(ANSWER).ifPresent(answer -> restored(note, answer));
            note.object(TOOL).ifPresent(this::restoredTool);
            note.string(REPAIR).ifPresent(this::asked);
            note.array(LEFT).ifPresent(this::restoredLeft);
            HandedOver.of(note).ifPresent(ends::add);
            if (note.has(RESULT)) {
                result = note.get(RESULT);
            }
        }
    }

    private void restored(JsonObject note, JsonObject answer) {
        ModelMessage message = MessageJson.read(JsonArray.of(answer)).getFirst();
        provider = note.string(PROVIDER).orElse(null);
        model = note.string(MODEL).orElse(null);
        JsonObject used = note.object("usage").orElse(JsonObject.EMPTY);
        Usage each = new Usage(count(used, "inputTokens"), count(used, "outputTokens"), 0);
        usage = usage.plus(each);
        if (note.get(TOLD) instanceof JsonNumber before && before.asInteger().orElse(-1) == told()) {
            untold.add(each);
        }
        story.thought(message, List.of());
        requests++;
        messages.add(message);
        results.clear();
    }

    /// How many answers to this node the log has told the price of.
    private long told() {
        String node = call.node().node().id();
        return call.told(AgentFact.ProviderUsage.TYPE).stream()
                .filter(each -> each.asObject()
                        .flatMap(it -> it.string("nodeId"))
                        .filter(node::equals)
                        .isPresent())
                .count();
    }

    /// What answers have used that were kept, and whose price a crash kept from being told.
    List<Usage> untold() {
        return untold;
    }

    private static long count(JsonObject used, String name) {
        return used.get(name) instanceof JsonNumber number ? number.asInteger().orElse(0) : 0;
    }

    private void restoredTool(JsonObject note) {
        note.object("record").map(ToolRecord::of).ifPresent(story::called);
        returned(new MessagePart.ToolResult(
                note.string("id").orElse(""),
                note.string("name").orElse(""),
                note.string("content").orElse(""),
                note.get("isError") == JsonBool.TRUE));
    }

    /// A later list takes the place of an earlier one, whose runs never began.
    private void restoredLeft(JsonArray calls) {
        left.clear();
        ends.clear();
        for (JsonValue each : calls) {
            JsonObject call = each.asObject().orElseThrow();
            left.add(new LeftCall(
                    call.string("id").orElseThrow(),
                    call.string("name").orElseThrow(),
                    ToolRecord.of(call.object("call").orElseThrow())));
        }
    }

    /// What became of the calls that were left to other runs is taken up once, as if they had returned just now.
    void takeUp(ToolDesk desk) {
        List<HandedOver> all = List.copyOf(ends);
        ends.clear();
        for (HandedOver end : all) {
            LeftCall wanted = left.get(end.index());
            ToolDesk.Handled handled = desk.left(wanted.call(), end, call);
            keepReturn(new MessagePart.ToolCall(wanted.id(), wanted.name(), JsonObject.EMPTY), handled);
            story.called(Objects.requireNonNull(handled.record()));
        }
    }

    private void returned(MessagePart.ToolResult back) {
        calls++;
        ends.removeIf(end -> left.get(end.index()).id().equals(back.id()));
        results.add(back);
        if (pending().isEmpty()) {
            List<String> order = messages.getLast().toolCalls().stream()
                    .map(MessagePart.ToolCall::id)
                    .toList();
            results.sort(Comparator.comparingInt(each -> order.indexOf(each.id())));
            messages.add(ModelMessage.results(results));
            results.clear();
        }
    }

    /// An answer that the model was to give again.
    private void asked(String why) {
        repairs++;
        messages.add(ModelMessage.user(why));
    }

    /// The calls of the last answer that have not returned yet.
    List<MessagePart.ToolCall> pending() {
        if (messages.isEmpty()) {
            return List.of();
        }
        return messages.getLast().toolCalls().stream()
                .filter(wanted -> results.stream().noneMatch(back -> back.id().equals(wanted.id())))
                .toList();
    }

    List<ModelMessage> messages() {
        return messages;
    }

    int requests() {
        return requests;
    }

    int repairs() {
        return repairs;
    }

    int calls() {
        return calls;
    }

    Usage usage() {
        return usage;
    }

    /// The model that was asked before; empty when none was.
    Optional<String> provider() {
        return Optional.ofNullable(provider);
    }

    @Nullable
    String model() {
        return model;
    }

    /// What a person was asked about.
    @Nullable
    JsonValue result() {
        return result;
    }

    /// An answer that something follows from.
    void keepAnswer(ModelChoice choice, ModelMessage message, Usage used) {
        call.keep(
                message.toolCalls().isEmpty()
                        ? "an answer that does not fit"
                        : "wants " + message.toolCalls().size() + " tools",
                JsonObject.builder()
                        .put(ANSWER, MessageJson.write(message))
                        .put(PROVIDER, choice.provider().name())
                        .put(MODEL, choice.model())
                        .put("usage", used.toJson())
                        .put(TOLD, told())
                        .build());
        messages.add(message);
        results.clear();
    }

    /// An answer was given, whatever follows.
    void given(Usage used) {
        requests++;
        usage = usage.plus(used);
    }

    void keepReturn(MessagePart.ToolCall wanted, ToolDesk.Handled handled) {
        JsonObject.Builder note = JsonObject.builder()
                .put("id", wanted.id())
                .put("name", wanted.name())
                .put("content", handled.content())
                .put("isError", handled.isError());
        ToolRecord record = handled.record();
        if (record != null) {
            note.put("record", record.toJson());
        }
        call.keep(
                record == null ? "asked for a tool that it may not call" : "called " + record.toolName(),
                JsonObject.of(TOOL, note.build()));
        returned(new MessagePart.ToolResult(wanted.id(), wanted.name(), handled.content(), handled.isError()));
    }

    /// These calls go to other runs. Which is which has to be known when they are over.
    void keepLeft(List<MessagePart.ToolCall> wanted, List<ToolDesk.Left> calls) {
        List<JsonValue> notes = new ArrayList<>();
        for (int index = 0; index < wanted.size(); index++) {
            notes.add(JsonObject.builder()
                    .put("id", wanted.get(index).id())
                    .put("name", wanted.get(index).name())
                    .put("call", calls.get(index).call().toJson())
                    .build());
        }
        call.keep("leaves " + wanted.size() + " calls to other runs", JsonObject.of(LEFT, new JsonArray(notes)));
    }

    void keepRepair(String why) {
        call.keep("asked again", JsonObject.builder().put(REPAIR, why).build());
        asked(why);
    }

    void keepResult(JsonValue value) {
        call.keep("asks a person about its result", JsonObject.of(RESULT, value));
        result = value;
    }
}
