package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;

/// What a tool answers: the same in structure and in words. The answer to an advance is stored with it, and a repeated
/// call gets these bytes again.
///
/// @param structured the result's `structuredContent`
/// @param text for agents that read only text
/// @param meta the result's `_meta`
/// @param isError whether nothing was done because the call was refused
public record GuidedAnswer(JsonObject structured, String text, JsonObject meta, boolean isError) {

    /// The bytes that are stored.
    byte[] bytes() {
        return JsonWriter.compactBytes(JsonObject.builder()
                .put("structured", structured)
                .put("text", text)
                .put("meta", meta)
                .put("isError", isError)
                .build());
    }

    static GuidedAnswer read(byte[] bytes) {
        JsonObject json = JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
        return new GuidedAnswer(
                json.object("structured").orElseThrow(),
                json.string("text").orElseThrow(),
                json.object("meta").orElseThrow(),
                json.get("isError") == JsonBool.TRUE);
    }
}
