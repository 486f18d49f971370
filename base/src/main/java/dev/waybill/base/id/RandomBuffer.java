package dev.waybill.base.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// Randomness drawn in blocks, because a cryptographic source costs far more per call than per byte.
/// Used by one thread at a time.
final class RandomBuffer {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final RandomGenerator source;
    private final byte[] bytes = new byte[4096];
    private int at = bytes.length;

    RandomBuffer(RandomGenerator source) {
        this.source = source;
    }

    int nextInt() {
        return (int) INT.get(bytes, take(Integer.BYTES));
    }

    long nextLong() {
        return (long) LONG.get(bytes, take(Long.BYTES));
    }

    /// The offset of the next so many unused bytes.
    private int take(int count) {
        if (at + count > bytes.length) {
            source.nextBytes(bytes);
            at = 0;
        }
        at += count;
        return at - count;
    }
}
