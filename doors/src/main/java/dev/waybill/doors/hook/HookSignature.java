package dev.waybill.doors.hook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Whether a request comes from somebody who knows the secret: by OpenWOP's signature over time and body, by
/// GitHub's over the body, or by the secret itself as a bearer token.
final class HookSignature {

    static final Duration FRESH = Duration.ofMinutes(5);
    private static final String BEARER = "Bearer ";
    private static final String ALGORITHM = "HmacSHA256";
    private static final List<String> OURS = List.of("X-openwop-", "OpenWOP-");

    private final byte[] secret;
    private final Instant now;

    HookSignature(byte[] secret, Instant now) {
        this.secret = secret.clone();
        this.now = now;
    }

    /// The signature of a request that says when it was made; empty for other proofs.
    static Optional<String> timed(Function<String, Optional<String>> header) {
        return OURS.stream()
                .flatMap(prefix -> header.apply(prefix + "Signature").stream())
                .findFirst();
    }

    /// @param header what the request says under a name
    boolean covers(Function<String, Optional<String>> header, byte[] body) {
        for (String prefix : OURS) {
            Optional<String> said = header.apply(prefix + "Signature");
            if (said.isPresent()) {
                String at = header.apply(prefix + "Timestamp").orElse("");
                return isFresh(at) && isSame(said.get(), signature((at + ".").getBytes(StandardCharsets.UTF_8), body));
            }
        }
        Optional<String> hub = header.apply("X-Hub-Signature-256");
        if (hub.isPresent()) {
            return isSame(hub.get(), signature(new byte[0], body));
        }
        String bearer = header.apply("Authorization").orElse("");
        return bearer.startsWith(BEARER)
                && MessageDigest.isEqual(bearer.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8), secret);
    }

    private boolean isFresh(String seconds) {
        try {
            Duration off = Duration.between(Instant.ofEpochSecond(Long.parseLong(seconds)), now);
            return off.abs().compareTo(FRESH) <= 0;
        } catch (NumberFormatException | ArithmeticException | java.time.DateTimeException _) {
            return false;
        }
    }

    private String signature(byte[] before, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            mac.update(before);
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static boolean isSame(String said, String expected) {
        return MessageDigest.isEqual(said.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
