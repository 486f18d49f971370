package dev.waybill.evidence.index;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// The index cannot be used; the message is one sentence that says why. Making it anew always helps.
public final class UnusableIndex extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1;

    public UnusableIndex(String message) {
        super(message);
    }

    @Override
    public Refusal refusal() {
        return new Refusal(
                Kind.UNREADABLE,
                "index_unusable",
                String.valueOf(getMessage()),
                "Make it again: waybill evidence index DIR…");
    }
}
