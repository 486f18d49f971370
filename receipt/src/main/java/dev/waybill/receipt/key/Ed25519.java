package dev.waybill.receipt.key;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;

/// Ed25519 over the fastest installed provider that uses the cofactorless equation of our profile.
///
/// The composition root installs a native provider where speed matters; without one the JDK's own does
/// the work. Providers are named one by one, because a process may hold others (BouncyCastle) that verify
/// with the cofactored equation and would accept what we must refuse.
public final class Ed25519 {

    static final int SEED_LENGTH = 32;

    private static final String[] ADMITTED = {"AmazonCorrettoCryptoProvider", "Conscrypt", "SunEC"};
    private static final byte[] X509_PREFIX = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

    private static final Ed25519Workers WORKERS = new Ed25519Workers(Ed25519::provider, Ed25519Worker::new);

    private Ed25519() {}

    /// The provider that does the arithmetic now, for reports.
    public static String providerName() {
        return provider().getName();
    }

    static Provider provider() {
        for (String name : ADMITTED) {
            Provider provider = Security.getProvider(name);
            if (provider != null && provider.getService("Signature", "Ed25519") != null) {
                return provider;
            }
        }
        throw new IllegalStateException("this Java has no Ed25519 provider of " + Arrays.toString(ADMITTED));
    }

    static PublicKey publicKey(byte[] point) {
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + point.length);
        System.arraycopy(point, 0, encoded, X509_PREFIX.length, point.length);
        try {
            return KeyFactory.getInstance("Ed25519", "SunEC").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an Ed25519 public key: " + e.getMessage(), e);
        }
    }

    static PrivateKey privateKey(byte[] seed) {
        try {
            return KeyFactory.getInstance("Ed25519", "SunEC")
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an Ed25519 private key: " + e.getMessage(), e);
        }
    }

    /// Whether an encoded point lies on the curve. Half of all 32-byte strings do not.
    static boolean isOnCurve(PublicKey key) {
        try {
            Signature.getInstance("Ed25519", "SunEC").initVerify(key);
            return true;
        } catch (InvalidKeyException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no Ed25519", e);
        }
    }

    static byte[] sign(PrivateKey key, byte[] message, int length) {
        try {
            return WORKERS.use(worker -> worker.sign(key, message, length));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing failed: " + e.getMessage(), e);
        }
    }

    /// Verifies under the strict profile; the public key was checked when it was made.
    static boolean verify(PublicKey key, byte[] message, int length, byte[] signature) {
        try {
            return WORKERS.use(worker -> worker.verify(key, message, length, signature));
        } catch (SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the provider refused a checked key: " + e.getMessage(), e);
        }
    }

    /// The public point of a seed: B times the clamped hash of the seed.
    ///
    /// The JDK offers no direct way from a private to a public key; its key pair generator does, when the
    /// seed is fed to it as randomness.
    static byte[] publicPoint(byte[] seed) {
        try {
            var generator = java.security.KeyPairGenerator.getInstance("Ed25519", "SunEC");
            generator.initialize(NamedParameterSpec.ED25519, new FixedRandom(seed));
            return pointOf(generator.generateKeyPair().getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make Ed25519 keys", e);
        }
    }

    static byte[] pointOf(PublicKey key) throws GeneralSecurityException {
        EdECPoint point = KeyFactory.getInstance("Ed25519", "SunEC")
                .getKeySpec(key, EdECPublicKeySpec.class)
                .getPoint();
        byte[] bytes = littleEndian(point.getY());
        if (point.isXOdd()) {
            bytes[PointProfile.LENGTH - 1] |= (byte) 0x80;
        }
        return bytes;
    }

    private static byte[] littleEndian(BigInteger y) {
        byte[] big = y.toByteArray();
        byte[] little = new byte[PointProfile.LENGTH];
        for (int i = 0; i < Math.min(big.length, little.length); i++) {
            little[i] = big[big.length - 1 - i];
        }
        return little;
    }
}
