package dev.waybill.receipt.audit;

import dev.waybill.receipt.ReceiptCheck;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A receipt as it is handed over: alone, or with the disclosure of what it withholds, in the manner of
/// SD-JWT: `<JWS>~<disclosure>~`.
public final class Presented {

    private final byte[] jws;
    private final @Nullable String disclosure;

    private Presented(byte[] jws, @Nullable String disclosure) {
        this.jws = jws;
        this.disclosure = disclosure;
    }

    public static Presented of(byte[] line) {
        int tilde = indexOf(line, 0);
        if (tilde < 0) {
            return new Presented(line, null);
        }
        int end = indexOf(line, tilde + 1);
        String disclosure = new String(line, tilde + 1, line.length - tilde - 1, StandardCharsets.ISO_8859_1);
        boolean wellFormed = disclosure.isEmpty() || end == line.length - 1;
        // A malformed tail stays part of the text, which then fails as a whole.
        return wellFormed
                ? new Presented(Arrays.copyOf(line, tilde), disclosure.isEmpty() ? null : trim(disclosure))
                : new Presented(line, null);
    }

    private static String trim(String disclosure) {
        return disclosure.substring(0, disclosure.length() - 1);
    }

    private static int indexOf(byte[] line, int from) {
        for (int i = from; i < line.length; i++) {
            if (line[i] == '~') {
                return i;
            }
        }
        return -1;
    }

    /// The signed part alone.
    public byte[] jws() {
        return jws;
    }

    /// What its issuer withheld and now tells; null when nothing came along.
    public @Nullable String disclosure() {
        return disclosure;
    }

    /// A receipt that was judged, with what came along.
    record Judged(ReceiptCheck check, @Nullable String disclosure) {}
}
