package dev.waybill.runtime.receipt;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// There is nothing to export. The message says why, and what to do.
public final class ExportRefused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final String code;

    ExportRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(Kind.CONFLICT, code, String.valueOf(getMessage()), null);
    }
}
