package dev.waybill.receipt.key;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// The providers whose answers must agree. They are used as objects and never installed, so that no test
/// changes what another one runs on.
enum Providers {
    JDK,
    ACCP,
    CONSCRYPT;

    /// The provider, or a skipped test where this platform has none.
    Provider load() {
        try {
            Provider provider = switch (this) {
                case JDK -> Security.getProvider("SunEC");
                case ACCP -> accp();
                case CONSCRYPT -> org.conscrypt.Conscrypt.newProvider();
            };
            Assumptions.assumeTrue(
                    provider != null && provider.getService("Signature", "Ed25519") != null, "no Ed25519 in " + this);
            return provider;
        } catch (ReflectiveOperationException | LinkageError e) {
            return Assumptions.abort(this + " does not load here: " + e);
        }
    }

    private static Provider accp() throws ReflectiveOperationException {
        Class<?> type = Class.forName("com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider");
        return (Provider) type.getField("INSTANCE").get(null);
    }

    static List<Providers> all() {
        return Arrays.asList(values());
    }
}
