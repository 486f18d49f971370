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
        if (end != line.length - 1 || end == tilde + 1) {
            // A malformed tail stays part of the text, which then fails as a whole.
            return new Presented(line, null);
        }
        String disclosure = new String(line, tilde + 1, end - tilde - 1, StandardCharsets.ISO_8859_1);
        return new Presented(Arrays.copyOf(line, tilde), disclosure);
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
