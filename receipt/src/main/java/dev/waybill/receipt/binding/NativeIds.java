package dev.waybill.receipt.binding;

/// Native ids as input of a keyed derivation.
final class NativeIds {

    private NativeIds() {}

    /// Two ids as one text. The length in front keeps ("a", "bc") apart from ("ab", "c").
    static String pair(String outer, String inner) {
        return outer.length() + ":" + outer + inner;
    }
}
