package dev.waybill.evidence;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// What was asked for does not fit what is there. Nothing was written.
public final class EvidenceRefused extends RefusalException {

    private static final long serialVersionUID = 1;

    public EvidenceRefused(String code, String message) {
        super(new Refusal(Kind.CONFLICT, code, message, null));
    }
}
