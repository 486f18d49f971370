package dev.waybill.bench;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// The Ed25519 implementations that this JVM can load, and raw work with the fastest of them.
///
/// Found by name: the native ones exist for some platforms only.
final class Providers {

    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final Duration TRIAL = Duration.ofMillis(15);
    private static final int TRIALS = 20;

    private Providers() {}

    /// Adds the native providers behind the JDK's own, so that they change nothing but Ed25519.
    static void install() {
        add("com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider");
        add("org.conscrypt.OpenSSLProvider");
    }

    private static void add(String type) {
        try {
            Security.addProvider(Class.forName(type)
                    .asSubclass(Provider.class)
                    .getConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException | LinkageError _) {
            // Not for this platform: the yardstick is the fastest of those that are here.
        }
    }

    static Work.Source fastestSign(byte[] seed, byte[] message) {
        return fastest(provider -> signer(provider, seed, message));
    }

    /// Verifies many signatures in turn, as the subject does: the time of a verification depends on its
    /// numbers, and repeating one might flatter the yardstick.
    static Work.Source fastestVerify(byte[] point, List<Signed> ring) {
        return fastest(provider -> verifier(provider, point, ring));
    }

    private interface Candidate {
        Work with(Provider provider) throws GeneralSecurityException;
    }

    /// Every provider gets several short trials, in turn, and its best one counts: noise only ever slows.
    private static Work.Source fastest(Candidate candidate) {
        Provider[] providers = Security.getProviders("Signature.Ed25519");
        double[] best = new double[providers.length];
        try (var crew = new Crew(1)) {
            for (int trial = 0; trial < TRIALS; trial++) {
                for (int i = 0; i < providers.length; i++) {
                    best[i] = Math.max(best[i], crew.rate(List.of(work(candidate, providers[i])), Clock.WALL, TRIAL));
                }
            }
        }
        int first = 0;
        for (int i = 1; i < best.length; i++) {
            first = best[i] > best[first] ? i : first;
        }
        Provider fastest = providers[first];
        return () -> work(candidate, fastest);
    }

    private static Work work(Candidate candidate, Provider provider) {
        try {
            return candidate.with(provider);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(provider.getName() + " does not take the key: " + e.getMessage(), e);
        }
    }

    private static Work signer(Provider provider, byte[] seed, byte[] message) throws GeneralSecurityException {
        PrivateKey key = KeyFactory.getInstance("Ed25519", "SunEC")
                .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
        Signature signature = Signature.getInstance("Ed25519", provider);
        signature.initSign(key);
        return () -> {
            try {
                signature.update(message);
                return signature.sign();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("signing failed", e);
            }
        };
    }

    private static Work verifier(Provider provider, byte[] point, List<Signed> ring) throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + point.length);
        System.arraycopy(point, 0, encoded, X509_PREFIX.length, point.length);
        PublicKey key = KeyFactory.getInstance("Ed25519", "SunEC").generatePublic(new X509EncodedKeySpec(encoded));
        Signature verification = Signature.getInstance("Ed25519", provider);
        verification.initVerify(key);
        var at = new AtomicInteger();
        return () -> {
            Signed signed = ring.get(at.getAndIncrement() % ring.size());
            try {
                verification.update(signed.message());
                if (!verification.verify(signed.signature())) {
                    throw new IllegalStateException(provider.getName() + " refused a good signature");
                }
                return signed;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("verification failed", e);
            }
        };
    }
}
