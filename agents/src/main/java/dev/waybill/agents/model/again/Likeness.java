package dev.waybill.agents.model.again;

import dev.waybill.agents.model.MessageJson;
import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Exchange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How like an answer is to the one that a run recorded.
public enum Likeness {
    /// The same words, the same calls of tools.
    EQUAL("equal"),
    /// Other words, and the run would have gone the same way: text for text, the same tools, the same decision.
    EQUAL_IN_KIND("equal-in-kind"),
    /// The run would have gone another way.
    DIFFERENT("different"),
    /// One of the two is a refusal.
    REFUSED("refused"),
    /// There was no answer.
    UNANSWERED("unanswered"),
    /// Nobody was asked: there is nothing to compare, or what was recorded has been changed.
    NOT_ASKED("not-asked");

    /// Members that decide where a run goes, by the conventions of decisions, verdicts and classifications.
    private static final List<String> DECISIVE =
            List.of("kind", "nextWorkerIds", "label", "verdict", "action", "approved");

    private final String wire;

    Likeness(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    /// Whether the run would have gone the way that it went.
    public boolean isLike() {
        return this == EQUAL || this == EQUAL_IN_KIND;
    }

    /// @param kind of the answer that was given now
    static Likeness of(Exchange recorded, String kind, ModelMessage now) {
        boolean refusedNow = kind.equals("refused") || kind.equals("blocked");
        if (recorded.isRefusal() != refusedNow) {
            return REFUSED;
        }
        if (refusedNow) {
            return EQUAL;
        }
        JsonValue answer = recorded.answer();
        if (answer == null || !recorded.kind().equals(kind)) {
            return DIFFERENT;
        }
        return of(MessageJson.read(JsonArray.of(answer)).getFirst(), now);
    }

    private static Likeness of(ModelMessage then, ModelMessage now) {
        if (!tools(then).equals(tools(now))) {
            return DIFFERENT;
        }
        if (then.text().equals(now.text()) && arguments(then).equals(arguments(now))) {
            return EQUAL;
        }
        Optional<JsonObject> before = object(then.text());
        Optional<JsonObject> after = object(now.text());
        if (before.isPresent() != after.isPresent()) {
            return DIFFERENT;
        }
        return before.isEmpty() || leadsTheSameWay(before.get(), after.get()) ? EQUAL_IN_KIND : DIFFERENT;
    }

    private static List<String> tools(ModelMessage message) {
        return message.toolCalls().stream().map(MessagePart.ToolCall::name).toList();
    }

    /// Providers make up the ids of calls.
    private static List<JsonObject> arguments(ModelMessage message) {
        return message.toolCalls().stream().map(MessagePart.ToolCall::arguments).toList();
    }

    private static Optional<JsonObject> object(String text) {
        try {
            return JsonReader.read(text.strip(), JsonLimits.DOCUMENT).asObject();
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    private static boolean leadsTheSameWay(JsonObject then, JsonObject now) {
        Set<String> names = new LinkedHashSet<>(then.names());
        names.addAll(now.names());
        return names.stream()
                .filter(name -> DECISIVE.contains(name) || isYesOrNo(then.get(name)) || isYesOrNo(now.get(name)))
                .allMatch(name -> Objects.equals(then.get(name), now.get(name)));
    }

    private static boolean isYesOrNo(@Nullable JsonValue value) {
        return value instanceof JsonBool;
    }
}
