package dev.waybill.bench;

import dev.waybill.base.Base64Url;
import dev.waybill.receipt.Receipt;
import java.nio.charset.StandardCharsets;

/// A receipt as the two things that a raw verifier needs: what was signed, and the signature.
final class Signed {

    private final byte[] message;
    private final byte[] signature;

    private Signed(byte[] message, byte[] signature) {
        this.message = message;
        this.signature = signature;
    }

    static Signed of(Receipt receipt) {
        String compact = receipt.compact();
        int dot = compact.lastIndexOf('.');
        return new Signed(
                compact.substring(0, dot).getBytes(StandardCharsets.ISO_8859_1),
                Base64Url.decode(compact.substring(dot + 1)));
    }

    byte[] message() {
        return message;
    }

    byte[] signature() {
        return signature;
    }
}
