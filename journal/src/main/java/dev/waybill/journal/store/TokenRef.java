package dev.waybill.journal.store;

import java.util.HexFormat;

/// The part of a token that names its place: 12 bytes, in hex.
public record TokenRef(String hex) {

    public static final int LENGTH = 12;

    private static final String DIGITS = "0123456789abcdef";

    public TokenRef {
        if (hex.length() != 2 * LENGTH || !hex.chars().allMatch(c -> DIGITS.indexOf(c) >= 0)) {
            throw new IllegalArgumentException("a token's reference is 24 digits of lower-case hex, found " + hex);
        }
    }

    public static TokenRef of(byte[] bytes) {
        return new TokenRef(HexFormat.of().formatHex(bytes));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
