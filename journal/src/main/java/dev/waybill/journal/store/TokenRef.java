package dev.waybill.journal.store;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunHeader;
import java.util.Arrays;
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

    /// The reference in the state token of a place. It follows from the run's seed, so a repeated decision gives the
    /// same.
    public static TokenRef ofState(RunHeader header, long sequence) {
        return derived(header, "state-token", sequence, 0);
    }

    /// The reference in an ack token.
    ///
    /// @param serial 1 for the first; a resume asks for further ones
    public static TokenRef ofAck(RunHeader header, long sequence, int serial) {
        return derived(header, "ack-token", sequence, serial);
    }

    private static TokenRef derived(RunHeader header, String purpose, long sequence, int index) {
        return of(Arrays.copyOf(header.seed().derive(purpose, sequence, index), LENGTH));
    }

    /// Names the token to people and programs that must not have it. It does not change when the key rotates that
    /// seals tokens.
    public Digest hash() {
        return Digest.of(bytes());
    }

    public static TokenRef of(byte[] bytes) {
        return new TokenRef(HexFormat.of().formatHex(bytes));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
