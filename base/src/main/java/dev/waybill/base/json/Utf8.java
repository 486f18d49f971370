package dev.waybill.base.json;

/// Decodes UTF-8 one code point at a time, refusing what RFC 3629 refuses: overlong forms,
/// surrogates, values above U+10FFFF, missing continuation bytes.
final class Utf8 {

    private Utf8() {}

    /// The number of bytes that a lead byte announces.
    static int length(byte lead) {
        int b = lead & 0xFF;
        return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
    }

    /// The code point at an offset, or -1 when the bytes are not UTF-8.
    static int decode(byte[] in, int at) {
        int lead = in[at] & 0xFF;
        int length = length(in[at]);
        if (lead < 0x80) {
            return lead;
        }
        if (lead < 0xC2 || lead > 0xF4 || at + length > in.length) {
            return -1;
        }
        int codePoint = lead & (0x7F >> length);
        for (int i = 1; i < length; i++) {
            int next = in[at + i] & 0xFF;
            if ((next & 0xC0) != 0x80) {
                return -1;
            }
            codePoint = codePoint << 6 | (next & 0x3F);
        }
        return shortest(codePoint, length) && !surrogate(codePoint) && codePoint <= 0x10FFFF ? codePoint : -1;
    }

    private static boolean shortest(int codePoint, int length) {
        return switch (length) {
            case 2 -> codePoint >= 0x80;
            case 3 -> codePoint >= 0x800;
            default -> codePoint >= 0x10000;
        };
    }

    private static boolean surrogate(int codePoint) {
        return codePoint >= 0xD800 && codePoint <= 0xDFFF;
    }
}
