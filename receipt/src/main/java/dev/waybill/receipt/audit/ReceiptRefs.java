package dev.waybill.receipt.audit;

/// The spellings in which summaries and contexts name a receipt: `sha256:…`, a bare id, `jti:…`, `rid:…`.
final class ReceiptRefs {

    private static final String[] ID_PREFIXES = {"jti:", "rid:", "urn:uuid:"};

    private ReceiptRefs() {}

    static String bareId(String ref) {
        for (String prefix : ID_PREFIXES) {
            if (ref.startsWith(prefix)) {
                return ref.substring(prefix.length());
            }
        }
        return ref;
    }
}
