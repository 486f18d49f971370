package dev.waybill.app.agent;

import dev.waybill.app.reliability.Spawned;

/// A `waybill serve` that is ready.
///
/// @param key that opens it; only the first start on a directory tells one
public record Served(Spawned process, String url, String key) implements AutoCloseable {

    private static final String KEY = "API key, shown only once: ";

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
