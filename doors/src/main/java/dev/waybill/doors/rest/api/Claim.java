package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// One thing that discovery says this host can do.
///
/// @param flag where it stands in the document, with dots: `runs.bulkCancel.supported`
/// @param proof the test that shows it, `Class#method`: a claim that nobody shows is not made
public record Claim(String flag, JsonValue value, String proof) {

    static Claim yes(String flag, String proof) {
        return new Claim(flag, JsonBool.TRUE, proof);
    }

    static Claim no(String flag, String proof) {
        return new Claim(flag, JsonBool.FALSE, proof);
    }

    static Claim number(String flag, long value, String proof) {
        return new Claim(flag, JsonNumber.of(value), proof);
    }

    static Claim text(String flag, String value, String proof) {
        return new Claim(flag, new JsonString(value), proof);
    }

    static Claim texts(String flag, List<String> values, String proof) {
        return new Claim(flag, JsonArray.ofStrings(values), proof);
    }

    /// The same document with this said.
    JsonObject into(JsonObject document) {
        return put(document, List.of(flag.split("\\.")));
    }

    private JsonObject put(JsonObject around, List<String> path) {
        String name = path.getFirst();
        return path.size() == 1
                ? around.with(name, value)
                : around.with(name, put(around.object(name).orElse(JsonObject.EMPTY), path.subList(1, path.size())));
    }
}
