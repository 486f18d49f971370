package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The JavaScript of a pack: modules, read with the rest of it, so that what was pinned is what runs.
///
/// @param entry the module that exports the nodes
/// @param files by their path inside the pack
public record PackCode(String entry, Map<String, String> files) {

    public PackCode {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    static @Nullable PackCode read(JsonObject pack, PackFiles files) {
        JsonObject runtime = pack.object("runtime").orElse(JsonObject.EMPTY);
        String written = runtime.string("entry").orElse("");
        String entry = written.startsWith("./") ? written.substring(2) : written;
        boolean modules = runtime.string("format").orElse("esm").equals("esm");
        if (!runtime.string("language").orElse("").equals("javascript")
                || !modules
                || files.find(entry).isEmpty()
                || entry.contains("'")) {
            return null;
        }
        Map<String, String> code = new LinkedHashMap<>();
        for (String name : files.names()) {
            if (name.endsWith(".mjs") || name.endsWith(".js") || name.equals(entry)) {
                code.put(name, new String(files.find(name).orElseThrow(), StandardCharsets.UTF_8));
            }
        }
        return new PackCode(entry, code);
    }
}
