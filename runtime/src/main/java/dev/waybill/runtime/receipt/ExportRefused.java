package dev.waybill.runtime.receipt;

/// There is nothing to export. The message says why, and what to do.
public final class ExportRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    ExportRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    /// Stable, for programs.
    public String code() {
        return code;
    }
}
