package dev.waybill.receipt.bundle;

import java.util.Arrays;

/// A receipt as it is handed over: a compact JWS, or `<JWS>~<disclosure>~`.
final class PresentedReceipt {

    private PresentedReceipt() {}

    /// The signed part alone.
    static byte[] jws(byte[] presented) {
        for (int i = 0; i < presented.length; i++) {
            if (presented[i] == '~') {
                return Arrays.copyOf(presented, i);
            }
        }
        return presented;
    }
}
