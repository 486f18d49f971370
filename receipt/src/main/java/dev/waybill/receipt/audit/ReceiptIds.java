package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Finds rows by a name, such as the issuer's own for a receipt (`rid`, `jti`), through 128 bits of its digest.
/// Several rows may have the same name: all of them are linked.
final class ReceiptIds {

    private final LongColumn high;
    private final LongColumn low;
    private final IntColumn nextSame;
    private final HashSlots slots;

    ReceiptIds(int expected) {
        high = new LongColumn(expected);
        low = new LongColumn(expected);
        nextSame = new IntColumn(expected);
        slots = new HashSlots(expected);
    }

    /// Rows are added one by one, from 0.
    void add(String id, int row) {
        ByteBuffer name = fingerprint(id);
        long first = name.getLong(0);
        long second = name.getLong(8);
        high.add(first);
        low.add(second);
        nextSame.add(ReceiptTable.NONE);
        int known = find(first, second);
        if (known == HashSlots.EMPTY) {
            slots.add((int) first, row, entry -> (int) high.get(entry));
            return;
        }
        // Newest first after the head, so that a name repeated a million times costs no walk.
        nextSame.set(row, nextSame.get(known));
        nextSame.set(known, row);
    }

    /// The first row with a name, or [ReceiptTable#NONE].
    int find(String id) {
        ByteBuffer name = fingerprint(id);
        return find(name.getLong(0), name.getLong(8));
    }

    /// Whether a row is the first one with its name.
    boolean isFirst(int row) {
        return find(high.get(row), low.get(row)) == row;
    }

    /// Another row with the same name, or [ReceiptTable#NONE].
    int next(int row) {
        return nextSame.get(row);
    }

    private int find(long first, long second) {
        return slots.find((int) first, row -> high.get(row) == first && low.get(row) == second);
    }

    private static ByteBuffer fingerprint(String id) {
        return ByteBuffer.wrap(Digest.of(id.getBytes(StandardCharsets.UTF_8)).toBytes());
    }
}
