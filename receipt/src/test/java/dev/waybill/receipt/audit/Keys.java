package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Issuers with readable names, each with one key that is the same on every run.
public final class Keys {

    public static final long NOW = 1_794_700_000;

    /// The issuers whose keys an audit knows unless told otherwise.
    private static final List<String> KNOWN = List.of("orchestrator", "worker", "partner");

    private Keys() {}

    public static String url(String issuer) {
        return "https://" + issuer + ".example.com";
    }

    public static SigningKey key(String issuer) {
        byte[] seed = Digest.of(issuer.getBytes(StandardCharsets.UTF_8)).toBytes();
        return SigningKey.ofSeed("key-of-" + issuer, seed);
    }

    public static ReceiptIssuer issuer(String issuer, Wire wire) {
        return new ReceiptIssuer(key(issuer), wire, url(issuer));
    }

    public static KeySet known() {
        return of(KNOWN.toArray(String[]::new));
    }

    public static KeySet of(String... issuers) {
        KeySet keys = KeySet.empty();
        for (String issuer : issuers) {
            keys = keys.and(url(issuer), List.of(key(issuer).verificationKey()));
        }
        return keys;
    }
}
