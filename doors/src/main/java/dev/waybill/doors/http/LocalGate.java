package dev.waybill.doors.http;

import dev.waybill.runtime.Caller;
import java.util.function.BooleanSupplier;

/// The gate of a server that listens on this machine only. Until there is an API key, a direct caller is let in without
/// one; a request that a proxy passed on may come from anywhere, and is refused.
public final class LocalGate implements Gatekeeper {

    private final Caller everybody;
    private final BooleanSupplier anyKey;
    private final Gatekeeper keyed;
    private volatile boolean closed;

    /// @param everybody the one caller that all are who need no key
    /// @param anyKey whether there is a key by now; once there was one, it is not asked again
    /// @param keyed the gate from then on
    public LocalGate(Caller everybody, BooleanSupplier anyKey, Gatekeeper keyed) {
        this.everybody = everybody;
        this.anyKey = anyKey;
        this.keyed = keyed;
    }

    @Override
    public Admission admit(Credentials shown) {
        if (asksForKeys()) {
            return keyed.admit(shown);
        }
        return shown.forwarded() == null
                ? new Admission.Admitted(everybody)
                : new Admission.Refused(
                        "this server asks for no API key and answers only direct calls of its own machine; this one"
                                + " came through a proxy (header %s). Make a key with 'waybill apikeys new', leave out"
                                        .formatted(shown.forwarded())
                                + " --no-keys, and send the key");
    }

    @Override
    public boolean asksForKeys() {
        if (!closed && anyKey.getAsBoolean()) {
            closed = true;
        }
        return closed;
    }
}
