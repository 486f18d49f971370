package dev.waybill.receipt.key;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Signature objects over one provider, for one user at a time. Setting a key costs more than using it again, and
/// consecutive receipts mostly share one.
@SuppressWarnings("ReferenceEquality")
final class Ed25519Worker {

    static final int SIGNATURE_LENGTH = 64;

    /// The group order L, big-endian: S must be below it, or one signature would have several spellings.
    private static final byte[] ORDER =
            HexFormat.of().parseHex("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed");

    private final Provider provider;
    private final Signature signing;
    private final Signature verifying;
    private @Nullable PrivateKey signingKey;
    private @Nullable PublicKey verifyingKey;

    Ed25519Worker(Provider provider) {
        this.provider = provider;
        try {
            signing = Signature.getInstance("Ed25519", provider);
            verifying = Signature.getInstance("Ed25519", provider);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("provider " + provider.getName() + " has no Ed25519", e);
        }
    }

    boolean isOf(Provider other) {
        return provider == other;
    }

    byte[] sign(PrivateKey key, byte[] message, int length) throws InvalidKeyException, SignatureException {
        if (signingKey != key) {
            signing.initSign(key);
            signingKey = key;
        }
        signing.update(message, 0, length);
        return signing.sign();
    }

    /// Verifies under the strict profile; the public key was checked when it was made.
    ///
    /// @throws SignatureException as providers report some bad encodings of R: the signature is no good
    boolean verify(PublicKey key, byte[] message, int length, byte[] signature)
            throws InvalidKeyException, SignatureException {
        if (signature.length != SIGNATURE_LENGTH
                || !PointProfile.admits(signature, 0)
                || !scalarBelowOrder(signature)) {
            return false;
        }
        if (verifyingKey != key) {
            verifying.initVerify(key);
            verifyingKey = key;
        }
        verifying.update(message, 0, length);
        return verifying.verify(signature);
    }

    private static boolean scalarBelowOrder(byte[] signature) {
        for (int i = 0; i < ORDER.length; i++) {
            int s = signature[SIGNATURE_LENGTH - 1 - i] & 0xFF;
            int l = ORDER[i] & 0xFF;
            if (s != l) {
                return s < l;
            }
        }
        return false;
    }
}
