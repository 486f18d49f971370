package dev.waybill.runtime;

import dev.waybill.journal.store.IdempotencyRecord;

/// A call came again and was answered before.
public final class Answered extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient IdempotencyRecord earlier;

    Answered(IdempotencyRecord earlier) {
        super("this call was answered before", null, false, false);
        this.earlier = earlier;
    }

    public IdempotencyRecord earlier() {
        return earlier;
    }
}
