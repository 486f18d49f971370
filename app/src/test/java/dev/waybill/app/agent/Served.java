package dev.waybill.app.agent;

import dev.waybill.app.Main;
import dev.waybill.app.reliability.Spawned;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A `waybill serve` that is ready.
///
/// @param key that opens it; only the first start on a directory tells one
public record Served(Spawned process, String url, String key) implements AutoCloseable {

    private static final String KEY = "API key, shown only once: ";

    /// `waybill serve` on a free port, which is ready.
    ///
    /// @param folder where its words are kept, and its data, in `data`
    /// @param more what `serve` is told besides
    public static Served start(Path folder, Map<String, String> variables, String... more)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(
                List.of("serve", "--port", "0", "--data", folder.resolve("data").toString()));
        words.addAll(List.of(more));
        return ready(
                Spawned.start(folder, variables, new LinkedHashMap<>(), Main.class, words.toArray(String[]::new)), "");
    }

    public static Served ready(Spawned process, String knownKey) throws InterruptedException {
        process.says("waybill");
        String url = process.said("waybill").getFirst().replaceFirst("is ready on (\\S+) .*", "$1");
        String key = process.said("your").stream()
                .filter(line -> line.startsWith(KEY))
                .map(line -> line.substring(KEY.length()))
                .findFirst()
                .orElse(knownKey);
        return new Served(process, url, key);
    }

    @Override
    public void close() {
        process.close();
    }
}
