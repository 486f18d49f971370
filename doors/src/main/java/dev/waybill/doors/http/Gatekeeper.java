package dev.waybill.doors.http;

import dev.waybill.runtime.Caller;
import java.time.Duration;

/// Decides who may call.
public interface Gatekeeper {

    Admission admit(Credentials shown);

    /// Whether callers must show something now. If not, only names of this machine are answered, because any web
    /// page could otherwise reach the server through a name of its own.
    boolean asksForKeys();

    /// What the gatekeeper says.
    sealed interface Admission {

        /// Come in.
        record Admitted(Caller caller) implements Admission {}

        /// Stay outside, and why.
        record Refused(String why) implements Admission {}

        /// Stay outside for a while: too many unknown keys came from there.
        record Barred(Duration during) implements Admission {}

        /// Known, but not like this: a browser brought the request, and no page of ours sent it.
        record Forbidden(String why) implements Admission {}
    }
}
