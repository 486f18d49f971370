package dev.waybill.evidence.read;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds line ends eight bytes at a time: every byte of every file passes here.
final class LineEnds {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH_END = 0x0A0A_0A0A_0A0A_0A0AL;
    private static final long EACH_LOW = 0x7F7F_7F7F_7F7F_7F7FL;

    private LineEnds() {}

    /// The highest bit of each of eight bytes that is a line end, and no other.
    private static long marks(byte[] bytes, int at) {
        long zeroWhereEnd = (long) LONGS.get(bytes, at) ^ EACH_END;
        return ~((zeroWhereEnd & EACH_LOW) + EACH_LOW | zeroWhereEnd | EACH_LOW);
    }

    static int count(byte[] bytes, int length) {
        int count = 0;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            count += Long.bitCount(marks(bytes, at));
        }
        for (; at < length; at++) {
            count += bytes[at] == '\n' ? 1 : 0;
        }
        return count;
    }

    /// The next line end at or after a place; the end of the bytes when there is none.
    static int next(byte[] bytes, int from, int length) {
        int at = from;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            long marks = marks(bytes, at);
            if (marks != 0) {
                return at + Long.numberOfTrailingZeros(marks) / Byte.SIZE;
            }
        }
        while (at < length && bytes[at] != '\n') {
            at++;
        }
        return at;
    }
}
