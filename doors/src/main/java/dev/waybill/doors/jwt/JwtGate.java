package dev.waybill.doors.jwt;

import dev.waybill.doors.http.Credentials;
import dev.waybill.doors.http.Gatekeeper;

/// Lets in who shows a token of the configured identity provider; everybody else goes to the gate behind.
public final class JwtGate implements Gatekeeper {

    private static final String SCHEME = "Bearer ";

    private final JwtVerifier verifier;
    private final Gatekeeper others;

    /// @param others for API keys and browsers
    public JwtGate(JwtVerifier verifier, Gatekeeper others) {
        this.verifier = verifier;
        this.others = others;
    }

    @Override
    public Admission admit(Credentials shown) {
        String header = shown.authorization();
        // API keys have no dots, tokens always do.
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) || header.indexOf('.') < 0) {
            return others.admit(shown);
        }
        try {
            return new Admission.Admitted(
                    verifier.verify(header.substring(SCHEME.length()).strip()));
        } catch (JwtRefused e) {
            return new Admission.Refused(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean asksForKeys() {
        return true;
    }
}
