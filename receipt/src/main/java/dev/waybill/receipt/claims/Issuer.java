package dev.waybill.receipt.claims;

import dev.waybill.receipt.grammar.Tokens;
import dev.waybill.receipt.grammar.Url;
/// The forms that an issuer may take. One issuer must have one spelling, because keys are found by it.

public final class Issuer {

    static final int LONGEST = 2048;
    private static final String DID = "did:";

    private Issuer() {}

    /// Wire 0.2: an https origin exactly as the URL standard writes it (lower case, no path, no default
    /// port, no user), or a DID without path, query and fragment.
    public static boolean isCanonical(String issuer) {
        if (issuer.length() > LONGEST) {
            return false;
        }
        return issuer.startsWith(DID) ? isDid(issuer) : Url.isCanonicalHttpsOrigin(issuer);
    }

    private static boolean isDid(String issuer) {
        int colon = issuer.indexOf(':', DID.length());
        if (colon <= DID.length() || colon == issuer.length() - 1) {
            return false;
        }
        for (int i = DID.length(); i < colon; i++) {
            if (!Tokens.isLowerOrDigit(issuer.charAt(i))) {
                return false;
            }
        }
        for (int i = colon + 1; i < issuer.length(); i++) {
            char c = issuer.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return false;
            }
        }
        return true;
    }
}
