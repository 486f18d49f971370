package dev.waybill.agents.a2a;

import java.io.IOException;

/// Another agent did not do what was asked, and would not the next time.
///
/// The message is for who reads the run's log: it names the agent's own words and never what was sent.
final class A2aProblem extends IOException {

    private static final long serialVersionUID = 1L;

    private final String code;

    A2aProblem(String code, String message) {
        super(message);
        this.code = code;
    }

    String code() {
        return code;
    }
}
