package dev.waybill.runtime.webhook;

import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRefused;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/// Judges where somebody wants deliveries to go. A name that leads nowhere yet is taken: it is judged again with each
/// delivery.
record HookAddress(Egress egress) {

    private static final int LONGEST = 2_048;

    /// @throws Refused when nothing is delivered there
    void check(String url) {
        URI address = parsed(url);
        if (!"https".equalsIgnoreCase(address.getScheme()) && !egress.rules().privateToo()) {
            throw refused("expected an https address");
        }
        try {
            egress.check(address);
        } catch (EgressRefused e) {
            throw refused(String.valueOf(e.getMessage()));
        } catch (IOException _) {
            // Nobody knows the name yet.
        }
    }

    private static URI parsed(String url) {
        try {
            if (url.length() <= LONGEST) {
                return new URI(url);
            }
        } catch (URISyntaxException _) {
            // Said below.
        }
        throw refused("expected an address of at most " + LONGEST + " characters");
    }

    private static Refused refused(String why) {
        return new Refused(RefusalCode.WEBHOOK_URL_REJECTED, "nothing is delivered to this address: " + why);
    }
}
