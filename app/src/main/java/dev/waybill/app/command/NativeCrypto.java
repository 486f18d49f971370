package dev.waybill.app.command;

import java.security.Provider;
import java.security.Security;

/// Native cryptography for bulk work: about twenty times the speed of Java's own. Loading it costs more than
/// verifying one receipt, so small commands do without.
///
/// Asked by name, because not every platform has it on its class path.
public final class NativeCrypto {

    private static final String CORRETTO = "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider";
    private static final String CONSCRYPT = "org.conscrypt.OpenSSLProvider";

    private NativeCrypto() {}

    /// Installs the fastest provider that this machine can load; without one, Java's own does the work.
    public static void install() {
        if (!corretto()) {
            conscrypt();
        }
    }

    static boolean corretto() {
        return installed(CORRETTO);
    }

    static boolean conscrypt() {
        return installed(CONSCRYPT);
    }

    private static boolean installed(String type) {
        try {
            Provider provider = Class.forName(type)
                    .asSubclass(Provider.class)
                    .getDeclaredConstructor()
                    .newInstance();
            if (Security.getProvider(provider.getName()) == null) {
                // Last: only our own signatures ask for it by name.
                Security.addProvider(provider);
            }
            return provider.getService("Signature", "Ed25519") != null;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException _) {
            return false;
        }
    }
}
