package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.EventStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a handler gives back.
public sealed interface Answer {

    /// A whole response.
    ///
    /// @param type its media type
    @SuppressWarnings("ArrayRecordComponent")
    record Document(int status, String type, byte[] body, Map<String, String> headers) implements Answer {
        public Document {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }

        public Document with(String header, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(header, value);
            return new Document(status, type, body, more);
        }
    }

    /// A response that stays open.
    record Live(EventStream.Body body) implements Answer {}

    static Document ok(JsonObject body) {
        return json(200, body);
    }

    static Document json(int status, JsonObject body) {
        return new Document(status, "application/json", JsonWriter.compactBytes(body), new LinkedHashMap<>());
    }

    static Document bytes(String type, byte[] body) {
        return new Document(200, type, body, new LinkedHashMap<>());
    }

    static Document empty(int status) {
        return new Document(status, "", new byte[0], new LinkedHashMap<>());
    }
}
