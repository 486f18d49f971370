package dev.waybill.evidence.index;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;

/// The index cannot be used; the message is one sentence that says why. Making it anew always helps.
public final class UnusableIndex extends RefusalException {

    private static final long serialVersionUID = 1;

    public UnusableIndex(String message) {
        super(new Refusal(Kind.UNREADABLE, "index_unusable", message, "Make it again: waybill evidence index DIR…"));
    }
}
