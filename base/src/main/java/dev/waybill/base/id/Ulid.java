package dev.waybill.base.id;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/// A ULID: 48 bits of milliseconds and 80 random bits, written as 26 characters of Crockford's base 32.
/// Ids, their texts and their times have the same order.
///
/// @param high the time and the first 16 random bits
/// @param low the other 64 random bits
public record Ulid(long high, long low) implements Comparable<Ulid> {

    public static final int TEXT_LENGTH = 26;

    private static final int RANDOM_BITS_IN_HIGH = 16;
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final byte[] SYMBOLS = ALPHABET.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VALUES = values();

    private static byte[] values() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < SYMBOLS.length; i++) {
            values[SYMBOLS[i]] = (byte) i;
        }
        return values;
    }

    static Ulid assemble(long millis, long randomHigh, long randomLow) {
        return new Ulid(millis << RANDOM_BITS_IN_HIGH | randomHigh, randomLow);
    }

    /// Reads 26 upper-case characters; other spellings of the same bits are refused, so one id has one
    /// text.
    public static Ulid parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            throw new IllegalArgumentException("a ULID has 26 characters, found %d".formatted(text.length()));
        }
        if (value(text, 0) > 7) {
            throw new IllegalArgumentException("a ULID has 128 bits and starts with 0 to 7, found \"" + text + "\"");
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            high = high << 5 | low >>> (Long.SIZE - 5);
            low = low << 5 | value(text, i);
        }
        return new Ulid(high, low);
    }

    private static int value(String text, int at) {
        char c = text.charAt(at);
        if (c >= VALUES.length || VALUES[c] < 0) {
            throw new IllegalArgumentException(
                    "expected upper-case letters without I, L, O, U and digits, found \"" + text + "\"");
        }
        return VALUES[c];
    }

    /// When the id was made, to the millisecond.
    public Instant time() {
        return Instant.ofEpochMilli(high >>> RANDOM_BITS_IN_HIGH);
    }

    @Override
    public int compareTo(Ulid other) {
        int compared = Long.compareUnsigned(high, other.high);
        return compared != 0 ? compared : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        byte[] text = new byte[TEXT_LENGTH];
        long upper = high;
        long lower = low;
        for (int i = TEXT_LENGTH - 1; i >= 0; i--) {
            text[i] = SYMBOLS[(int) lower & 0x1F];
            lower = lower >>> 5 | upper << (Long.SIZE - 5);
            upper >>>= 5;
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }
}
