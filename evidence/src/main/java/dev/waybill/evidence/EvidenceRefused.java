package dev.waybill.evidence;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// What was asked for does not fit what is there. Nothing was written.
public final class EvidenceRefused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1;

    private final String code;

    public EvidenceRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(Kind.CONFLICT, code, String.valueOf(getMessage()), null);
    }
}
