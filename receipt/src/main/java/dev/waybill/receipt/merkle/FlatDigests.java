package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;

/// Digests side by side in one array, 32 bytes each: a million of them are one object.
final class FlatDigests {

    static final int LENGTH = Digest.LENGTH;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private FlatDigests() {}

    static byte[] of(Collection<Digest> digests) {
        byte[] flat = new byte[Math.multiplyExact(digests.size(), LENGTH)];
        int at = 0;
        for (Digest digest : digests) {
            digest.copyTo(flat, at);
            at += LENGTH;
        }
        return flat;
    }

    static void check(byte[] digests, int count) {
        if (count == 0) {
            throw new MerkleException(MerkleCode.EMPTY_INPUT, "expected at least one receipt digest, found none");
        }
        if (count < 0 || digests.length / LENGTH < count) {
            throw new IllegalArgumentException(
                    "expected %d digests of 32 bytes, found %d bytes".formatted(count, digests.length));
        }
    }

    /// The first eight bytes of the digest at an index, in an order that unsigned comparison keeps.
    static long prefix(byte[] digests, int index) {
        return (long) LONG.get(digests, index * LENGTH);
    }

    static int compare(byte[] a, int i, byte[] b, int j) {
        int compared = Long.compareUnsigned(prefix(a, i), prefix(b, j));
        if (compared != 0) {
            return compared;
        }
        return Arrays.compareUnsigned(
                a, i * LENGTH + Long.BYTES, (i + 1) * LENGTH, b, j * LENGTH + Long.BYTES, (j + 1) * LENGTH);
    }

    /// Copies one digest, as four numbers: for so few bytes that is faster than a copy of an array.
    static void copy(byte[] from, int i, byte[] to, int j) {
        for (int at = 0; at < LENGTH; at += Long.BYTES) {
            LONG.set(to, j * LENGTH + at, (long) LONG.get(from, i * LENGTH + at));
        }
    }
}
