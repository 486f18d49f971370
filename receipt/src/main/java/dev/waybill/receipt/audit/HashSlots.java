package dev.waybill.receipt.audit;

import java.util.Arrays;

/// The open-addressed slots of an interning table: hash in, candidate entry numbers out.
/// Entries live elsewhere; here an entry costs about eight bytes.
final class HashSlots {

    static final int EMPTY = -1;

    /// Decides whether an entry is the one looked for.
    interface Match {
        boolean is(int entry);
    }

    /// Gives the hash of an entry again, when the table grows.
    interface Hash {
        int of(int entry);
    }

    private int[] slots;
    private int used;

    HashSlots(int expected) {
        slots = newSlots(Integer.highestOneBit(Math.max(16, expected)) * 4);
    }

    private static int[] newSlots(int length) {
        int[] slots = new int[length];
        Arrays.fill(slots, EMPTY);
        return slots;
    }

    /// The entry that matches, or [#EMPTY].
    int find(int hash, Match match) {
        int mask = slots.length - 1;
        for (int slot = hash & mask; ; slot = slot + 1 & mask) {
            int entry = slots[slot];
            if (entry == EMPTY || match.is(entry)) {
                return entry;
            }
        }
    }

    /// Adds an entry that is known to be absent.
    void add(int hash, int entry, Hash hashes) {
        if (++used * 10L > slots.length * 7L) {
            grow(hashes);
        }
        place(hash, entry);
    }

    private void grow(Hash hashes) {
        int[] old = slots;
        slots = newSlots(old.length * 2);
        for (int entry : old) {
            if (entry != EMPTY) {
                place(hashes.of(entry), entry);
            }
        }
    }

    private void place(int hash, int entry) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != EMPTY) {
            slot = slot + 1 & mask;
        }
        slots[slot] = entry;
    }
}
