package dev.waybill.base.id;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// Makes UUIDs of version 7 (RFC 9562), each greater than the one before, from any number of threads.
public final class UuidV7Factory {

    private static final int RANDOM_BITS = 74;
    private static final int RANDOM_BITS_IN_LOW_HALF = 62;
    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final MonotonicIds ids;

    /// @param random a cryptographic source, where ids must not be guessed
    public UuidV7Factory(InstantSource clock, RandomGenerator random) {
        this.ids = new MonotonicIds(clock, random, RANDOM_BITS);
    }

    public UUID next() {
        return ids.next(UuidV7Factory::assemble);
    }

    /// The UUID of a time whose other bits are given: the same ones give the same name again.
    ///
    /// @param chance at least 16 bytes that nobody can guess
    public static UUID of(Instant time, byte[] chance) {
        ByteBuffer bits = ByteBuffer.wrap(chance);
        return assemble(time.toEpochMilli(), bits.getLong() >>> (2 * Long.SIZE - RANDOM_BITS), bits.getLong());
    }

    static UUID assemble(long millis, long randomHigh, long randomLow) {
        long randomA = randomHigh << (Long.SIZE - RANDOM_BITS_IN_LOW_HALF) | randomLow >>> RANDOM_BITS_IN_LOW_HALF;
        long randomB = randomLow & (-1L >>> (Long.SIZE - RANDOM_BITS_IN_LOW_HALF));
        return new UUID(millis << 16 | VERSION | randomA, VARIANT | randomB);
    }
}
