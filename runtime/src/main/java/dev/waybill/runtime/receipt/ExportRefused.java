package dev.waybill.runtime.receipt;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// There is nothing to export. The message says why, and what to do.
public final class ExportRefused extends RefusalException {

    private static final long serialVersionUID = 1L;

    ExportRefused(String code, String message) {
        super(new Refusal(Kind.CONFLICT, code, message, null));
    }
}
