package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A `waybill serve` in a process of its own, with as many callers as it takes to open many streams.
///
/// @param keys one for each caller
record ServedHost(Child process, URI url, List<String> keys) implements AutoCloseable {

    private static final String READY = "waybill is ready on ";

    /// As the launcher starts it: another collector would measure another program.
    static final List<String> OPTIONS = List.of(
            "-XX:-UsePerfData", "-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders", "-XX:MaxNewSize=192m", "-Xmx4g");

    static ServedHost start(Path directory, int callers) throws IOException {
        return start(directory, Collections.nCopies(callers, "local"));
    }

    /// @param tenants of its callers, one key for each
    static ServedHost start(Path directory, List<String> tenants) throws IOException {
        List<String> keys = new ArrayList<>();
        for (String tenant : tenants) {
            try (Child made = waybill(directory, "apikeys", "new", "--tenant", tenant, "--json")) {
                StringBuilder text = new StringBuilder();
                made.answers().lines().forEach(text::append);
                keys.add(JsonReader.read(text.toString(), JsonLimits.DOCUMENT)
                        .asObject()
                        .flatMap((JsonObject key) -> key.string("apiKey"))
                        .orElseThrow(() -> new IOException("no API key was made: " + text)));
            }
        }
        Child serve = waybill(
                directory,
                "serve",
                "--port",
                "0",
                "--workflows",
                directory.resolve("workflows").toString());
        for (String line = serve.answers().readLine();
                line != null;
                line = serve.answers().readLine()) {
            if (line.startsWith(READY)) {
                return new ServedHost(
                        serve, URI.create(line.substring(READY.length()).split(" ", 2)[0]), keys);
            }
        }
        throw new IOException("waybill serve ended before it was ready");
    }

    private static Child waybill(Path directory, String... words) throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_DATA", directory.resolve("data").toString());
        variables.put("WAYBILL_KEYS", directory.resolve("keys").toString());
        return Child.start(variables, OPTIONS, dev.waybill.app.Main.class, words);
    }

    /// @param caller any number
    String key(int caller) {
        return keys.get(caller % keys.size());
    }

    @Override
    public void close() {
        process.close();
    }
}
