package dev.waybill.base;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/// Base64url in the one spelling that a signed document may use: no padding, no other alphabet, zero
/// trailing bits.
///
/// Lenient decoders let one signature travel under several texts, and each text has another digest. So
/// what is decoded here is encoded again and compared.
public final class Base64Url {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private Base64Url() {}

    public static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /// The text as ASCII bytes, for those who go on with bytes.
    public static byte[] encodeToBytes(byte[] bytes) {
        return ENCODER.encode(bytes);
    }

    /// @throws IllegalArgumentException when the text is not the canonical spelling of any bytes
    public static byte[] decode(String text) {
        return decode(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// @throws IllegalArgumentException when the text is not the canonical spelling of any bytes
    public static byte[] decode(byte[] text) {
        byte[] bytes;
        try {
            bytes = DECODER.decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not base64url: " + e.getMessage(), e);
        }
        if (!Arrays.equals(ENCODER.encode(bytes), text)) {
            throw new IllegalArgumentException(
                    "not canonical base64url: no padding and zero trailing bits are required");
        }
        return bytes;
    }
}
