package dev.waybill.packsjs;

import dev.waybill.base.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/// The code of a pack, as the host read it.
///
/// @param digest what the host calls it
/// @param entry the module that exports the nodes
/// @param files modules by their path inside the pack
record Code(String digest, String entry, Map<String, String> files) {

    static Code of(JsonObject message) {
        Map<String, String> files = new LinkedHashMap<>();
        message.object("files")
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, text) -> files.put(name, text.asString().orElse("")));
        return new Code(
                message.string("digest").orElse(""), message.string("entry").orElse(""), files);
    }
}
