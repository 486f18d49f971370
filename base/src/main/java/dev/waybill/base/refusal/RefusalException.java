package dev.waybill.base.refusal;

/// A refusal that is thrown. It is an ordinary answer and can be frequent, so it carries no stack trace.
public abstract class RefusalException extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    protected RefusalException(Refusal refusal) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
    }

    @Override
    public final String getMessage() {
        return refusal.message();
    }

    @Override
    public final Refusal refusal() {
        return refusal;
    }
}
