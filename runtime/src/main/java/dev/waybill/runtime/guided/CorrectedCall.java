package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// A refused call as it should have been: everything in its right place, what is missing as an example or a
/// placeholder,
/// and a mark for each long value of the caller's own. With marks and placeholders filled in, it is accepted.
final class CorrectedCall {

    private static final String NOTES = "notesMarkdown";
    private static final JsonString ANY = new JsonString("…");
    private static final JsonObject PARENT =
            JsonObject.of("runId", "session.runId of the other run").with("stepId", "pending.stepId of the other run");

    private final GuidedTool tool;
    private final Map<String, JsonValue> fields = new LinkedHashMap<>();

    private CorrectedCall(GuidedTool tool) {
        this.tool = tool;
    }

    /// @param wrong a pointer to a field that was refused; its value is not repeated
    /// @param problems what is wrong with the payload
    static JsonObject of(GuidedTool tool, JsonObject given, String wrong, JsonArray problems) {
        CorrectedCall call = new CorrectedCall(tool);
        required(tool).forEach(call.fields::put);
        Fixes.apply(given, problems).members().forEach((name, value) -> {
            if (isToken(wrong) ? !isToken("/" + name) : !wrong.equals("/" + name)) {
                call.take(name, value);
            }
        });
        if (wrong.startsWith("/parent")) {
            call.fields.put("parent", PARENT);
        }
        if (tool == GuidedTool.ADVANCE && !call.fields.containsKey("output")) {
            call.fields.put("output", notes("What you did in this step."));
        }
        return (JsonObject) SentValues.of(given).marked(new JsonObject(call.fields));
    }

    /// Tokens belong together: where one is wrong, both are better copied again.
    private static boolean isToken(String pointer) {
        return Stream.of(TokenKind.values()).anyMatch(kind -> pointer.equals("/" + kind.field()));
    }

    private static Map<String, JsonValue> required(GuidedTool tool) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (TokenKind kind : TokenKind.values()) {
            if (tool.fields().contains(kind.field())) {
                fields.put(kind.field(), new JsonString(kind.prefix() + ".v1.…"));
            }
        }
        if (tool.fields().contains("workflowId")) {
            fields.put("workflowId", new JsonString("an id that workflow_list shows"));
        }
        return fields;
    }

    private void take(String name, JsonValue value) {
        String path =
                tool.fields().contains(name) ? name : RightPlace.of(tool, name).path();
        if (path == null && value instanceof JsonObject wrapped) {
            wrapped.members().forEach((inner, inside) -> {
                if (tool.fields().contains(inner)) {
                    take(inner, inside);
                }
            });
        }
        if (path == null || value instanceof JsonNull) {
            return;
        }
        if (path.equals("context") && value instanceof JsonObject context && context.has(NOTES)) {
            take("context", context.without(NOTES));
            take(NOTES, Objects.requireNonNull(context.get(NOTES)));
            return;
        }
        int dot = path.indexOf('.');
        String field = dot < 0 ? path : path.substring(0, dot);
        if (dot < 0) {
            put(field, shaped(field, value));
        } else {
            JsonObject inside = fields.get(field) instanceof JsonObject object ? object : JsonObject.EMPTY;
            put(field, inside.with(path.substring(dot + 1), shaped(path, value)));
        }
    }

    private void put(String field, JsonValue value) {
        for (TokenKind kind : TokenKind.values()) {
            if (kind.field().equals(field) && !(value instanceof JsonString(var text) && kind.fits(text))) {
                return;
            }
        }
        if (!(value instanceof JsonObject object && object.isEmpty())) {
            fields.put(field, value);
        }
    }

    private static JsonValue shaped(String path, JsonValue value) {
        return switch (path) {
            case "output" ->
                switch (value) {
                    case JsonString(var text) -> notes(text);
                    case JsonArray _ -> JsonObject.of("artifacts", value);
                    default -> value instanceof JsonObject ? value : notes("…");
                };
            case "output.artifacts" -> value instanceof JsonArray ? value : JsonArray.of(value);
            case "context", "parent" -> value instanceof JsonObject ? value : JsonObject.EMPTY;
            case "stateToken", "ackToken", "workflowId" ->
                value instanceof JsonString(var text) ? new JsonString(Arguments.trimmed(text)) : ANY;
            default -> value;
        };
    }

    private static JsonObject notes(String text) {
        return JsonObject.of(NOTES, text);
    }
}
