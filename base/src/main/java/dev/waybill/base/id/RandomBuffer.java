package dev.waybill.base.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// Randomness drawn in blocks, because a cryptographic source costs far more per call than per byte.
/// Used by one thread at a time.
final class RandomBuffer {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final RandomGenerator source;
    private final byte[] bytes = new byte[4096];
    private int at = bytes.length;

    RandomBuffer(RandomGenerator source) {
        this.source = source;
    }

    long nextLong() {
        if (at == bytes.length) {
            source.nextBytes(bytes);
            at = 0;
        }
        long value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }
}
