package dev.waybill.runtime.webhook;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The secrets that sign deliveries. Each follows from one key, which lies outside the store, and from whose it is: a
/// stolen store signs nothing, and nobody has to keep what can be made again.
public final class HookSecrets {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PURPOSE = "dev.waybill/webhook-secret/v1";
    private static final String PREFIX = "whsec_";
    private static final int FINGERPRINT = 8;

    private final Supplier<byte[]> key;

    /// @param key read with the first use: most hosts never need it
    public HookSecrets(Supplier<byte[]> key) {
        this.key = key;
    }

    /// The secret of a receiver.
    ///
    /// @param id the webhook's, or the run's whose callback it is
    String of(String tenant, String id) {
        return PREFIX + Base64Url.encode(mac(key.get(), String.join("\0", PURPOSE, tenant, id)));
    }

    /// A name that repeats with its parts and cannot be guessed from them.
    String name(String... parts) {
        return HexFormat.of()
                .formatHex(mac(key.get(), "dev.waybill/webhook-name/v1\0" + String.join("\0", parts)))
                .substring(0, 32);
    }

    /// Tells secrets apart without giving one away: the first 8 hex digits of its SHA-256.
    static String fingerprint(String secret) {
        return Digest.of(secret.getBytes(StandardCharsets.UTF_8)).hex().substring(0, FINGERPRINT);
    }

    /// What the receiver computes over the time, a dot and the body as it arrived.
    static String signature(String secret, long seconds, byte[] body) {
        byte[] head = (seconds + ".").getBytes(StandardCharsets.UTF_8);
        byte[] signed = new byte[head.length + body.length];
        System.arraycopy(head, 0, signed, 0, head.length);
        System.arraycopy(body, 0, signed, head.length, body.length);
        return "sha256=" + HexFormat.of().formatHex(mac(secret.getBytes(StandardCharsets.UTF_8), signed));
    }

    private static byte[] mac(byte[] key, String text) {
        return mac(key, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] mac(byte[] key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
