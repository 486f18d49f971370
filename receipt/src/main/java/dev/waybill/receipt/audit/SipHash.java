package dev.waybill.receipt.audit;

/// SipHash-1-3 with a key of its own per table.
///
/// The names in a set come from strangers. With an unkeyed hash they could choose a million names that
/// all collide and make the verifier crawl.
final class SipHash {

    private final long k0;
    private final long k1;

    SipHash() {
        k0 = mix(System.identityHashCode(this));
        k1 = mix(System.identityHashCode(new Object()));
    }

    private static long mix(long seed) {
        long z = seed * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        return z ^ z >>> 27;
    }

    int hash(byte[] bytes, int from, int length) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int blocks = length >>> 3;
        for (int i = 0; i <= blocks + 3; i++) {
            long word = i < blocks
                    ? word(bytes, from + (i << 3), 8)
                    : i == blocks ? word(bytes, from + (i << 3), length & 7) | (long) length << 56 : 0;
            if (i == blocks + 1) {
                v2 ^= 0xFF;
            }
            v3 ^= word;
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
            v0 ^= word;
        }
        long hash = v0 ^ v1 ^ v2 ^ v3;
        return (int) (hash ^ hash >>> 32);
    }

    private static long word(byte[] bytes, int from, int count) {
        long word = 0;
        for (int i = 0; i < count; i++) {
            word |= (bytes[from + i] & 0xFFL) << (i << 3);
        }
        return word;
    }
}
