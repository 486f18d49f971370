package dev.waybill.evidence.policy;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// A policy receipt cannot be made from what was given.
public final class PolicyRefused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1;

    private final String code;

    public PolicyRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(Kind.UNFIT, code, String.valueOf(getMessage()), null);
    }
}
