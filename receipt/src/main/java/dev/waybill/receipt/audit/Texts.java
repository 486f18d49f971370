package dev.waybill.receipt.audit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Interned texts: each distinct one is stored once, as bytes in large chunks, and named by a number.
final class Texts {

    private static final int CHUNK_BITS = 20;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int FIRST = 1 << 10;
    private static final int LENGTH_BYTES = 2;
    private static final int MAX_LENGTH = 0xFFFF;

    private final List<byte[]> chunks = new ArrayList<>();
    private final IntColumn starts;
    private final HashSlots slots;
    private final SipHash sip = new SipHash();
    private int free = CHUNK;

    Texts(int expected) {
        starts = new IntColumn(expected);
        slots = new HashSlots(expected);
    }

    int size() {
        return starts.size();
    }

    /// The number of a text, new or known.
    int intern(String text) {
        byte[] bytes = bytes(text);
        int hash = sip.hash(bytes, 0, bytes.length);
        int known = slots.find(hash, entry -> holds(entry, bytes));
        if (known != HashSlots.EMPTY) {
            return known;
        }
        int entry = starts.size();
        starts.add(store(bytes));
        slots.add(hash, entry, this::hash);
        return entry;
    }

    /// The number of a known text, or [HashSlots#EMPTY].
    int find(String text) {
        byte[] bytes = bytes(text);
        return slots.find(sip.hash(bytes, 0, bytes.length), entry -> holds(entry, bytes));
    }

    String get(int entry) {
        int start = starts.get(entry);
        byte[] chunk = chunks.get(start >>> CHUNK_BITS);
        int at = start & (CHUNK - 1);
        return new String(chunk, at + LENGTH_BYTES, length(chunk, at), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_LENGTH ? bytes : Arrays.copyOf(bytes, MAX_LENGTH);
    }

    private int store(byte[] bytes) {
        int end = free + LENGTH_BYTES + bytes.length;
        if (end > CHUNK) {
            chunks.add(new byte[chunks.isEmpty() ? FIRST : CHUNK]);
            free = 0;
            end = LENGTH_BYTES + bytes.length;
        }
        byte[] chunk = chunks.getLast();
        if (end > chunk.length) {
            // A store is audited run by run, and most runs are small.
            chunk = Arrays.copyOf(chunk, Math.min(CHUNK, Math.max(end, 2 * chunk.length)));
            chunks.set(chunks.size() - 1, chunk);
        }
        int start = ((chunks.size() - 1) << CHUNK_BITS) | free;
        chunk[free] = (byte) (bytes.length >>> 8);
        chunk[free + 1] = (byte) bytes.length;
        System.arraycopy(bytes, 0, chunk, free + LENGTH_BYTES, bytes.length);
        free += LENGTH_BYTES + bytes.length;
        return start;
    }

    private boolean holds(int entry, byte[] bytes) {
        int start = starts.get(entry);
        byte[] chunk = chunks.get(start >>> CHUNK_BITS);
        int at = start & (CHUNK - 1);
        int from = at + LENGTH_BYTES;
        return length(chunk, at) == bytes.length
                && Arrays.equals(chunk, from, from + bytes.length, bytes, 0, bytes.length);
    }

    private int hash(int entry) {
        int start = starts.get(entry);
        byte[] chunk = chunks.get(start >>> CHUNK_BITS);
        int at = start & (CHUNK - 1);
        return sip.hash(chunk, at + LENGTH_BYTES, length(chunk, at));
    }

    private static int length(byte[] chunk, int at) {
        return ((chunk[at] & 0xFF) << 8) | (chunk[at + 1] & 0xFF);
    }
}
