package dev.waybill.runtime.guided;

/// RFC 4648 base32 in lower case, without padding, for lengths that need none: every value has one spelling.
final class Base32 {

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int BITS = 5;
    private static final int MASK = 31;

    private Base32() {}

    static int length(int bytes) {
        if (bytes * Byte.SIZE % BITS != 0) {
            throw new IllegalArgumentException(bytes + " bytes would need padding");
        }
        return bytes * Byte.SIZE / BITS;
    }

    static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder(length(bytes.length));
        int buffer = 0;
        int held = 0;
        for (byte next : bytes) {
            buffer = (buffer << Byte.SIZE) | (next & 0xFF);
            held += Byte.SIZE;
            while (held >= BITS) {
                held -= BITS;
                text.append(ALPHABET.charAt((buffer >> held) & MASK));
            }
        }
        return text.toString();
    }

    /// @param text of whole bytes, without strange characters
    static byte[] decode(String text) {
        byte[] bytes = new byte[text.length() * BITS / Byte.SIZE];
        int buffer = 0;
        int held = 0;
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            buffer = (buffer << BITS) | ALPHABET.indexOf(text.charAt(i));
            held += BITS;
            if (held >= Byte.SIZE) {
                held -= Byte.SIZE;
                bytes[next++] = (byte) (buffer >> held);
            }
        }
        return bytes;
    }

    /// The index of the first character that is not of the alphabet; -1 when all are.
    static int firstStrange(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (ALPHABET.indexOf(text.charAt(i)) < 0) {
                return i;
            }
        }
        return -1;
    }
}
