package dev.waybill.journal;

import dev.waybill.base.Base64Url;
import dev.waybill.base.id.Ulid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The secret from which a run's ids and salts follow. The same decision, taken again after a crash, gives the same
/// ids, and nobody outside can guess them.
public final class RunSeed {

    public static final int LENGTH = 32;

    private static final String HMAC = "HmacSHA256";
    private static final long RANDOM_HIGH = 0xFFFFL;

    private final byte[] bytes;
    private @Nullable Mac mac;

    private RunSeed(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @param random a cryptographic source
    public static RunSeed random(RandomGenerator random) {
        byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        return new RunSeed(bytes);
    }

    public static RunSeed parse(String base64url) {
        byte[] bytes = Base64Url.decode(base64url);
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a run seed has 32 bytes, found " + bytes.length);
        }
        return new RunSeed(bytes);
    }

    /// For the header only: who has it can foretell ids and undo salts.
    public String secretText() {
        return Base64Url.encode(bytes);
    }

    /// 32 bytes for one purpose at one place.
    public byte[] derive(String purpose, long sequence, int index) {
        byte[] label = purpose.getBytes(StandardCharsets.UTF_8);
        byte[] message = ByteBuffer.allocate(label.length + 1 + Long.BYTES + Integer.BYTES)
                .put(label)
                .put((byte) 0)
                .putLong(sequence)
                .putInt(index)
                .array();
        return hmac(message);
    }

    /// The same for something that has a name instead of a place.
    public byte[] derive(String purpose, String name) {
        // Another separator than for a place, so that no name can be mistaken for one.
        return hmac((purpose + "\1" + name).getBytes(StandardCharsets.UTF_8));
    }

    /// An id that does not depend on time: a replay comes to the same.
    public Ulid id(String purpose, long sequence, int index) {
        ByteBuffer derived = ByteBuffer.wrap(derive(purpose, sequence, index));
        return new Ulid(derived.getLong(), derived.getLong());
    }

    /// A ULID whose time is the given one and whose other bits follow from the seed.
    public Ulid ulid(String purpose, long sequence, int index, Instant time) {
        return ulid(derive(purpose, sequence, index), time);
    }

    /// The same for something that has a name instead of a place.
    public Ulid ulid(String purpose, String name, Instant time) {
        return ulid(derive(purpose, name), time);
    }

    private static Ulid ulid(byte[] chance, Instant time) {
        ByteBuffer bits = ByteBuffer.wrap(chance);
        return new Ulid(time.toEpochMilli() << 16 | (bits.getLong() & RANDOM_HIGH), bits.getLong());
    }

    /// A run asks several times for each of its events, so the key is set once.
    private synchronized byte[] hmac(byte[] message) {
        if (mac == null) {
            mac = keyed();
        }
        return mac.doFinal(message);
    }

    private Mac keyed() {
        try {
            Mac keyed = Mac.getInstance(HMAC);
            keyed.init(new SecretKeySpec(bytes, HMAC));
            return keyed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunSeed seed && Arrays.equals(bytes, seed.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// Never the secret itself.
    @Override
    public String toString() {
        return "RunSeed(secret)";
    }
}
