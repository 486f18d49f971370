package dev.waybill.agents.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.journal.RemoteRun;
import org.jspecify.annotations.Nullable;

/// What a tool gave. Whatever it says is somebody else's word: it is marked, so that nobody hands it to a model as if
/// it were ours.
final class ToolResult {

    private ToolResult() {}

    /// Structured content where there is some, a single text as a text, else the pieces as they came.
    static JsonValue value(JsonObject answer) {
        JsonValue structured = answer.get("structuredContent");
        if (structured instanceof JsonObject || structured instanceof JsonArray) {
            return structured;
        }
        JsonArray content = answer.array("content").orElse(JsonArray.EMPTY);
        if (content.size() == 1
                && content.get(0) instanceof JsonObject only
                && only.string("type").orElse("").equals("text")) {
            return new JsonString(only.string("text").orElse(""));
        }
        return content;
    }

    static JsonObject.Builder outputs(String tool, JsonObject answer) {
        JsonValue value = value(answer);
        return JsonObject.builder()
                .put("result", value)
                .put("isError", answer.get("isError") == JsonBool.TRUE)
                .put("untrustedContent", true)
                .put("markedContent", marked(tool, value));
    }

    /// The result cannot end its mark itself.
    static String marked(String tool, JsonValue value) {
        String text = value instanceof JsonString(var plain) ? plain : value.toString();
        return "<UNTRUSTED tool=\"%s\">%s</UNTRUSTED>"
                .formatted(
                        tool.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;"),
                        text.replace("</UNTRUSTED", "&lt;/UNTRUSTED"));
    }

    /// The run on another host that did the work, where the answer names one that can be followed.
    static @Nullable RemoteRun run(JsonObject answer) {
        JsonValue run = answer.object("_meta").orElse(JsonObject.EMPTY).get(Carried.RUN);
        try {
            return run == null ? null : RemoteRun.of(run);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
