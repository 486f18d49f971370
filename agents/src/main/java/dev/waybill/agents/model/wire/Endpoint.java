package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.ModelCall;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Where a provider lives, and with whose key it is asked. Keys are references (`env:NAME`, `file:PATH`): they are
/// looked up for each request and forgotten after it.
///
/// @param provider its name, for messages
/// @param key where the key lies; null when none is needed
/// @param tenantKeys where the keys of single tenants lie
/// @param headers further ones, as they are
/// @param secretHeaders further ones, as references
/// @param patience how long an answer may take
/// @param secret follows a reference
public record Endpoint(
        String provider,
        URI url,
        @Nullable String key,
        Map<String, String> tenantKeys,
        Map<String, String> headers,
        Map<String, String> secretHeaders,
        Duration patience,
        UnaryOperator<String> secret,
        InstantSource clock) {

    Secrets secrets(String tenant) {
        String reference = tenantKeys.getOrDefault(tenant, key);
        Map<String, String> values = new LinkedHashMap<>();
        secretHeaders.forEach((name, where) -> values.put(name, secret.apply(where)));
        return Secrets.of(provider, reference == null ? null : secret.apply(reference), values);
    }

    Sender.Request request(Wire wire, String path, byte[] body, Secrets secrets, ModelCall call) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Content-Type", "application/json");
        all.put("Accept", "application/json, text/event-stream");
        all.putAll(wire.headers());
        if (secrets.key() != null) {
            all.putAll(wire.keyHeaders(secrets.key()));
        }
        all.putAll(headers);
        all.putAll(secrets.headers());
        return new Sender.Request(at(wire, path), all, body, secrets, left(call));
    }

    private URI at(Wire wire, String path) {
        String address = url.toString();
        String base = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        boolean bare = url.getPath() == null
                || url.getPath().isEmpty()
                || url.getPath().equals("/");
        return URI.create(base + (bare ? wire.usualPrefix() : "") + path);
    }

    /// Not longer than somebody waits for it.
    private Duration left(ModelCall call) {
        Duration left = call.activity()
                .deadline()
                .map(end -> Duration.between(clock.instant(), end))
                .orElse(patience);
        Duration shorter = left.compareTo(patience) < 0 ? left : patience;
        return shorter.isNegative() ? Duration.ZERO : shorter;
    }
}
