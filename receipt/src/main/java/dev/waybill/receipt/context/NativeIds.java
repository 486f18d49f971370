package dev.waybill.receipt.context;

/// Native ids as input of a keyed derivation.
public final class NativeIds {

    private NativeIds() {}

    /// Two ids as one text. The length in front keeps ("a", "bc") apart from ("ab", "c").
    public static String pair(String outer, String inner) {
        return outer.length() + ":" + outer + inner;
    }
}
