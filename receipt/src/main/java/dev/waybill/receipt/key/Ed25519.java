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
import org.jspecify.annotations.Nullable;

/// Ed25519 over the fastest installed provider that uses the cofactorless equation of our profile.
///
/// The composition root installs a native provider where speed matters; without one the JDK's own does
/// the work. Providers are named one by one, because a process may hold others (BouncyCastle) that verify
/// with the cofactored equation and would accept what we must refuse.
public final class Ed25519 {

    static final int SIGNATURE_LENGTH = 64;
    static final int SEED_LENGTH = 32;

    private static final String[] ADMITTED = {"AmazonCorrettoCryptoProvider", "Conscrypt", "SunEC"};
    private static final byte[] X509_PREFIX = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

    /// The group order L, big-endian: S must be below it, or one signature would have several spellings.
    private static final byte[] ORDER =
            java.util.HexFormat.of().parseHex("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed");

    private static final ThreadLocal<Worker> WORKER = ThreadLocal.withInitial(Worker::new);

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

    static byte[] sign(PrivateKey key, byte[] message) {
        try {
            return WORKER.get().signer(key, message).sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing failed: " + e.getMessage(), e);
        }
    }

    /// Verifies under the strict profile; the public key was checked when it was made.
    static boolean verify(PublicKey key, byte[] message, int length, byte[] signature) {
        if (signature.length != SIGNATURE_LENGTH
                || !PointProfile.admits(signature, 0)
                || !scalarBelowOrder(signature)) {
            return false;
        }
        try {
            return WORKER.get().verifier(key, message, length).verify(signature);
        } catch (SignatureException e) {
            // Providers report some bad encodings of R this way, and may be left in the middle of it.
            WORKER.remove();
            return false;
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("the provider refused a checked key: " + e.getMessage(), e);
        }
    }

    private static boolean scalarBelowOrder(byte[] signature) {
        for (int i = 0; i < SEED_LENGTH; i++) {
            int s = signature[SIGNATURE_LENGTH - 1 - i] & 0xFF;
            int l = ORDER[i] & 0xFF;
            if (s != l) {
                return s < l;
            }
        }
        return false;
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

    /// One thread's signature objects. Setting a key costs more than using it again, and consecutive
    /// receipts mostly share one.
    @SuppressWarnings("ReferenceEquality")
    private static final class Worker {
        private final Signature signing = newSignature();
        private final Signature verifying = newSignature();
        private @Nullable PrivateKey signingKey;
        private @Nullable PublicKey verifyingKey;

        Signature signer(PrivateKey key, byte[] message) throws InvalidKeyException, SignatureException {
            if (signingKey != key) {
                signing.initSign(key);
                signingKey = key;
            }
            signing.update(message);
            return signing;
        }

        Signature verifier(PublicKey key, byte[] message, int length) throws InvalidKeyException, SignatureException {
            if (verifyingKey != key) {
                verifying.initVerify(key);
                verifyingKey = key;
            }
            verifying.update(message, 0, length);
            return verifying;
        }

        private static Signature newSignature() {
            try {
                return Signature.getInstance("Ed25519", provider());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this Java has no Ed25519", e);
            }
        }
    }
}
