package dev.waybill.app.anchor;

import dev.waybill.runtime.egress.Seam;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/// One request to somebody else's service, with an end in sight.
///
/// @param bearer who asks; empty where nobody need say
record Posting(URI address, String type, Optional<String> bearer) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_BYTES = 1 << 20;

    byte[] send(byte[] body) throws IOException {
        Seam.ANCHOR.pass();
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        bearer.ifPresent(key -> request.header("Authorization", "Bearer " + key));
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpResponse<java.io.InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (var answer = response.body()) {
                byte[] bytes = answer.readNBytes(MOST_BYTES);
                if (response.statusCode() != 200) {
                    throw new IOException(address + " answered " + response.statusCode());
                }
                return bytes;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(address + " was not waited for", e);
        }
    }
}
