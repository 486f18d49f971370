package dev.waybill.base.id;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// A time in milliseconds and a random number beside it that together only ever grow.
///
/// A new millisecond draws a new random number. Within one, and while the clock runs backwards, the
/// number grows by a random step: by one, the next id could be told from the last. When the number
/// overflows, the time moves on by itself.
final class MonotonicIds {

    private static final long LAST_MILLIS = (1L << 48) - 1;

    private final InstantSource clock;
    private final RandomBuffer random;
    private final int unusedBits;

    private long millis = Long.MIN_VALUE;
    private long high;
    private long low;

    interface Assembler<T> {
        T assemble(long millis, long randomHigh, long randomLow);
    }

    /// @param randomBits from 65 to 127: 64 in the low part, the others in the high part
    MonotonicIds(InstantSource clock, RandomGenerator random, int randomBits) {
        this.clock = clock;
        this.random = new RandomBuffer(random);
        this.unusedBits = 2 * Long.SIZE - randomBits;
    }

    synchronized <T> T next(Assembler<T> assembler) {
        long now = clock.millis();
        if (now > millis) {
            start(now);
        } else {
            step();
        }
        return assembler.assemble(millis, high, low);
    }

    private void start(long at) {
        if (at < 0 || at > LAST_MILLIS) {
            throw new IllegalStateException("a time between 1970 and 10889 fits an id, found millisecond " + at);
        }
        millis = at;
        high = random.nextLong() >>> unusedBits;
        low = random.nextLong();
    }

    private void step() {
        long before = low;
        low += 1 + Integer.toUnsignedLong(random.nextInt());
        if (Long.compareUnsigned(low, before) < 0) {
            high++;
            if (high >>> (Long.SIZE - unusedBits) != 0) {
                start(millis + 1);
            }
        }
    }
}
