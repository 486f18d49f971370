package dev.waybill.workflow.trigger;

/// A trigger that cannot fire as it is written.
public final class BadTrigger extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadTrigger(String message) {
        super(message);
    }
}
