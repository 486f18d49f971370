package dev.waybill.agents.model.wire;

import dev.waybill.journal.memory.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The secrets of one request: they are sent, and taken out of whatever comes back.
///
/// @param key null for a provider that wants none
/// @param headers values of headers that are references
public record Secrets(@Nullable String key, Map<String, String> headers, Redaction redaction) {

    static Secrets of(String provider, @Nullable String key, Map<String, String> headers) {
        Map<String, String> values = new LinkedHashMap<>();
        headers.forEach((name, value) -> values.put(value, "models." + provider + "." + name));
        if (key != null) {
            values.put(key, "models." + provider + ".key");
        }
        return new Secrets(key, headers, new Redaction(values));
    }

    boolean isEmpty() {
        return key == null && headers.isEmpty();
    }

    /// How many characters at the end of a text may be the beginning of a secret.
    int begun(String text) {
        int longest = key == null ? 0 : begun(text, key);
        for (String value : headers.values()) {
            longest = Math.max(longest, begun(text, value));
        }
        return longest;
    }

    private static int begun(String text, String secret) {
        for (int length = Math.min(text.length(), secret.length() - 1); length > 0; length--) {
            if (text.regionMatches(text.length() - length, secret, 0, length)) {
                return length;
            }
        }
        return 0;
    }

    String hide(String text) {
        return redaction.of(text);
    }

    byte[] hide(byte[] utf8) {
        if (isEmpty()) {
            return utf8;
        }
        // Bytes that are no text are left to the reader, which refuses them; the copy is for looking.
        String text = new String(utf8, StandardCharsets.UTF_8);
        String clean = redaction.of(text);
        return clean.equals(text) ? utf8 : clean.getBytes(StandardCharsets.UTF_8);
    }
}
