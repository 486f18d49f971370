package dev.waybill.base.id;

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

    static UUID assemble(long millis, long randomHigh, long randomLow) {
        long randomA = randomHigh << (Long.SIZE - RANDOM_BITS_IN_LOW_HALF) | randomLow >>> RANDOM_BITS_IN_LOW_HALF;
        long randomB = randomLow & (-1L >>> (Long.SIZE - RANDOM_BITS_IN_LOW_HALF));
        return new UUID(millis << 16 | VERSION | randomA, VARIANT | randomB);
    }
}
