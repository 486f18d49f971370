package dev.waybill.receipt.bundle;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// A dispute bundle that cannot be read or must not be written, with PEAC's code.
public final class DisputeRefused extends RefusalException {

    private static final long serialVersionUID = 1L;

    private final DisputeCode code;

    DisputeRefused(DisputeCode code, String message) {
        super(new Refusal(Kind.DAMAGED, code.name(), message, code.next()));
        this.code = code;
    }

    public DisputeCode code() {
        return code;
    }

    /// PEAC's name for a fault of the archive.
    static DisputeRefused of(ArchiveRefused refused) {
        DisputeCode code = switch (refused.fault()) {
            case ZIP_UNSAFE_PATH -> DisputeCode.E_BUNDLE_PATH_TRAVERSAL;
            case ZIP_TOO_LARGE -> DisputeCode.E_BUNDLE_SIZE_EXCEEDED;
            case ZIP_TRUNCATED, ZIP_DAMAGED, ZIP_UNSUPPORTED, ZIP_DUPLICATE_NAME, ZIP_OVERLAP, ZIP_NOT_A_FILE ->
                DisputeCode.E_BUNDLE_INVALID_FORMAT;
        };
        return new DisputeRefused(code, refused.getMessage());
    }
}
