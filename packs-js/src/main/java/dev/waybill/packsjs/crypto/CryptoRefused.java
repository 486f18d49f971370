package dev.waybill.packsjs.crypto;

/// Something that cannot be computed from what was given.
public final class CryptoRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;

    CryptoRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    /// In the words of Node.js.
    public String code() {
        return code;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
