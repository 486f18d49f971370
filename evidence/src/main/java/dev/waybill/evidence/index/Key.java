package dev.waybill.evidence.index;

import dev.waybill.evidence.Field;

/// What records are found by. Ids are kept without their system's name, so that a reference with a wrong one is found
/// too.
enum Key {
    ID('i'),
    TYPE('t'),
    COMMIT('c'),
    PARENT('p'),
    CORRELATION('r'),
    TASK('k'),
    EPISODE('e'),
    AGENT('a'),
    POLICY_VERSION('v'),
    CONTEXT_HASH('h');

    private static final long PRIME = 0x100000001b3L;
    private static final long BASIS = 0xcbf29ce484222325L;

    /// Part of the hash, so of what lies on the disk.
    private final char mark;

    Key(char mark) {
        this.mark = mark;
    }

    char mark() {
        return mark;
    }

    static Key of(Field field) {
        return switch (field) {
            case CORRELATION -> CORRELATION;
            case TASK -> TASK;
            case EPISODE -> EPISODE;
            case AGENT -> AGENT;
            case POLICY_VERSION -> POLICY_VERSION;
            case CONTEXT_HASH -> CONTEXT_HASH;
        };
    }

    /// FNV-1a over the characters, mixed at the end so that the upper bits are as good as the lower ones.
    long hash(String value) {
        long hash = (BASIS ^ mark) * PRIME;
        for (int i = 0; i < value.length(); i++) {
            hash = (hash ^ value.charAt(i)) * PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }

    long hash(String value, int bits) {
        return cut(hash(value), bits);
    }

    /// Keeps the upper bits of a hash.
    static long cut(long hash, int bits) {
        return hash >>> (Long.SIZE - bits) << (Long.SIZE - bits);
    }
}
