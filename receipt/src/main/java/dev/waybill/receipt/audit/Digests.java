package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import java.util.Arrays;

/// Interned digests, 32 bytes each in one flat array.
final class Digests {

    private byte[] flat;
    private int size;
    private final HashSlots slots;
    private final SipHash sip = new SipHash();

    Digests(int expected) {
        flat = new byte[Math.max(16, expected) * Digest.LENGTH];
        slots = new HashSlots(expected);
    }

    int size() {
        return size;
    }

    /// The number of a digest, new or known.
    int intern(Digest digest) {
        int known = find(digest);
        if (known != HashSlots.EMPTY) {
            return known;
        }
        if ((size + 1) * Digest.LENGTH > flat.length) {
            flat = Arrays.copyOf(flat, flat.length + (flat.length >> 1));
        }
        digest.copyTo(flat, size * Digest.LENGTH);
        slots.add(hash(size), size, this::hash);
        return size++;
    }

    /// The number of a known digest, or [HashSlots#EMPTY].
    int find(Digest digest) {
        byte[] bytes = digest.toBytes();
        return slots.find(sip.hash(bytes, 0, Digest.LENGTH), entry -> {
            int from = entry * Digest.LENGTH;
            return Arrays.equals(flat, from, from + Digest.LENGTH, bytes, 0, Digest.LENGTH);
        });
    }

    Digest get(int entry) {
        int from = entry * Digest.LENGTH;
        return Digest.ofBytes(Arrays.copyOfRange(flat, from, from + Digest.LENGTH));
    }

    private int hash(int entry) {
        return sip.hash(flat, entry * Digest.LENGTH, Digest.LENGTH);
    }

    /// PEAC's root over some entries, with a sorted copy of them as the only large scratch.
    Digest sortedRoot(int[] entries) {
        return SortedReceiptSet.rootOfChosen(flat, entries);
    }
}
