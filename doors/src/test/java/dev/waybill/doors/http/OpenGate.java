package dev.waybill.doors.http;

import dev.waybill.runtime.Caller;

/// A gate that admits every request as one caller, for tests of what lies behind it.
public record OpenGate(Caller caller) implements Gatekeeper {

    @Override
    public Admission admit(Credentials shown) {
        return new Admission.Admitted(caller);
    }

    @Override
    public boolean asksForKeys() {
        return false;
    }
}
