package dev.waybill.host.wiring;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// The keys to sign with can neither be read nor made.
public final class KeysUnusable extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    KeysUnusable(String message, String next) {
        super(message, null, false, false);
        this.refusal = new Refusal(Kind.UNREADABLE, "input_unreadable", message, next);
    }

    @Override
    public Refusal refusal() {
        return refusal;
    }
}
