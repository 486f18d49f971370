package dev.waybill.doors.jwt;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;

/// A JWKS that the provider serves. It is fetched again after a while, so that a key which was taken back stops
/// opening the gate.
public final class JwtKeyAddress implements JwtKeySource {

    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_BYTES = 1 << 20;
    private static final int OK = 200;

    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /// @param address of the configuration, never of a token
    public JwtKeyAddress(URI address) {
        this.address = address;
    }

    @Override
    public byte[] read() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Accept", "application/jwk-set+json, application/json")
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != OK) {
                    throw new IOException(address + " answered " + response.statusCode());
                }
                return bounded(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private byte[] bounded(InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException(address + " answered with more than " + MOST_BYTES + " bytes");
        }
        return bytes;
    }

    @Override
    public boolean isStale(Instant readAt, Instant now) {
        return Duration.between(readAt, now).abs().compareTo(KEPT) >= 0;
    }
}
