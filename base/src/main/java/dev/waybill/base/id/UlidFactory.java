package dev.waybill.base.id;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// Makes ULIDs, each greater than the one before, from any number of threads.
public final class UlidFactory {

    private static final int RANDOM_BITS = 80;

    private final MonotonicIds ids;

    /// @param random a cryptographic source, where ids must not be guessed
    public UlidFactory(InstantSource clock, RandomGenerator random) {
        this.ids = new MonotonicIds(clock, random, RANDOM_BITS);
    }

    public Ulid next() {
        return ids.next(Ulid::assemble);
    }
}
