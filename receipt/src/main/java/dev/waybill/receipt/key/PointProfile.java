package dev.waybill.receipt.key;

import java.util.Arrays;
import java.util.HexFormat;

/// Which encoded curve points the PEAC Ed25519 profile admits, as public key A or as R of a signature.
///
/// Libraries disagree on non-canonical and small-order points, and a small-order key verifies signatures
/// that nobody made. Deciding these few encodings before the library sees them makes every provider agree.
final class PointProfile {

    static final int LENGTH = 32;

    /// 2^255 - 19, little-endian: y must be below it.
    private static final byte[] FIELD_PRIME = hex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

    /// The torsion subgroup (orders 1, 2, 4, 4, 8, 8, 8, 8) without the sign bit: both signs are refused,
    /// because where x is zero a set sign bit is no encoding at all. The last one has order 4L and is
    /// refused by PEAC's profile, although it is no torsion point.
    private static final byte[][] REFUSED = {
        hex("0100000000000000000000000000000000000000000000000000000000000000"),
        hex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        hex("0000000000000000000000000000000000000000000000000000000000000000"),
        hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
        hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac0305"),
    };

    private PointProfile() {}

    /// Whether 32 bytes at an offset may stand for a point.
    static boolean admits(byte[] bytes, int offset) {
        if (!belowPrime(bytes, offset)) {
            return false;
        }
        for (byte[] refused : REFUSED) {
            if (sameWithoutSign(bytes, offset, refused)) {
                return false;
            }
        }
        return true;
    }

    private static boolean belowPrime(byte[] bytes, int offset) {
        for (int i = LENGTH - 1; i >= 0; i--) {
            int y = bytes[offset + i] & (i == LENGTH - 1 ? 0x7F : 0xFF);
            int p = FIELD_PRIME[i] & 0xFF;
            if (y != p) {
                return y < p;
            }
        }
        return false;
    }

    private static boolean sameWithoutSign(byte[] bytes, int offset, byte[] point) {
        int last = LENGTH - 1;
        return (bytes[offset + last] & 0x7F) == point[last]
                && Arrays.equals(bytes, offset, offset + last, point, 0, last);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
