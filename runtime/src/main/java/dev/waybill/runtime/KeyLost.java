package dev.waybill.runtime;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;

/// There is no key to sign with. Nothing is wrong with the run: it is paused, and goes on when the key is back and
/// somebody resumes it.
public final class KeyLost extends RuntimeException implements Refusing {

    /// Why such a run is paused.
    public static final String REASON = "signing_key_lost";

    private static final long serialVersionUID = 1L;

    public KeyLost(String message) {
        super(message);
    }

    public KeyLost(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public Refusal refusal() {
        return new Refusal(
                Kind.UNAVAILABLE,
                "key_lost",
                String.valueOf(getMessage()),
                "Nothing happens unsigned; repeat the call when the key is back.");
    }
}
