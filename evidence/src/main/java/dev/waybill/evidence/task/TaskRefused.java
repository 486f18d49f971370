package dev.waybill.evidence.task;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// What was asked for does not fit the task as it stands. Nothing was written.
public final class TaskRefused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1;

    private final String code;

    public TaskRefused(String code, String message) {
        super(message);
        this.code = code;
    }

    @Override
    public Refusal refusal() {
        return new Refusal(Kind.CONFLICT, code, String.valueOf(getMessage()), null);
    }
}
