package dev.waybill.doors.jwt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.key.VerificationKey;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Optional;

/// A key of an identity provider. The key says which algorithm it is for, never the token.
///
/// @param kid empty when the provider gave it no name
record JwtKey(String kid, JwtAlgorithm algorithm, Check check) {

    private static final int COORDINATE_BYTES = 32;
    private static final int LEAST_RSA_BITS = 2048;

    /// Whether a signature is this key's.
    interface Check {
        boolean verifies(byte[] signed, byte[] signature) throws GeneralSecurityException;
    }

    /// Reads a JWK; empty when it is for something else than signatures that we check.
    ///
    /// @throws IllegalArgumentException when it is for those and cannot be used
    static Optional<JwtKey> of(JsonObject jwk) {
        if (!jwk.string("use").orElse("sig").equals("sig")) {
            return Optional.empty();
        }
        try {
            return switch (jwk.string("kty").orElse("") + " "
                    + jwk.string("crv").orElse("")) {
                case "OKP Ed25519" -> Optional.of(key(jwk, JwtAlgorithm.EDDSA, ed25519(jwk)));
                case "EC P-256" ->
                    Optional.of(key(jwk, JwtAlgorithm.ES256, by("SHA256withECDSAinP1363Format", p256(jwk))));
                case "RSA " ->
                    Optional.of(key(jwk, JwtAlgorithm.RS256, by("SHA256withRSA", rsa(jwk))))
                            .filter(_ -> jwk.string("alg").orElse("RS256").equals("RS256"));
                default -> Optional.empty();
            };
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a key of the set cannot be used: " + e.getMessage(), e);
        }
    }

    private static JwtKey key(JsonObject jwk, JwtAlgorithm algorithm, Check check) {
        return new JwtKey(jwk.string("kid").orElse(""), algorithm, check);
    }

    private static Check ed25519(JsonObject jwk) {
        // Only the point is taken: bounds that other systems write into a JWK have other meanings.
        VerificationKey key = VerificationKey.of("", Base64Url.decode(member(jwk, "x")));
        return key::verify;
    }

    private static Check by(String name, PublicKey key) {
        return (signed, signature) -> {
            Signature verification = Signature.getInstance(name);
            verification.initVerify(key);
            verification.update(signed);
            return verification.verify(signature);
        };
    }

    private static PublicKey p256(JsonObject jwk) throws GeneralSecurityException {
        AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec("secp256r1"));
        ECPoint point = new ECPoint(coordinate(jwk, "x"), coordinate(jwk, "y"));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
    }

    private static BigInteger coordinate(JsonObject jwk, String name) {
        byte[] bytes = Base64Url.decode(member(jwk, name));
        if (bytes.length != COORDINATE_BYTES) {
            throw new IllegalArgumentException("a coordinate of P-256 has 32 bytes, found " + bytes.length);
        }
        return new BigInteger(1, bytes);
    }

    private static PublicKey rsa(JsonObject jwk) throws GeneralSecurityException {
        BigInteger modulus = new BigInteger(1, Base64Url.decode(member(jwk, "n")));
        if (modulus.bitLength() < LEAST_RSA_BITS) {
            throw new IllegalArgumentException("an RSA key has at least 2048 bits, found " + modulus.bitLength());
        }
        BigInteger exponent = new BigInteger(1, Base64Url.decode(member(jwk, "e")));
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
    }

    private static String member(JsonObject jwk, String name) {
        if (jwk.get(name) instanceof JsonString(var text)) {
            return text;
        }
        throw new IllegalArgumentException("a key of the set has no " + name);
    }

    boolean verifies(byte[] signed, byte[] signature) {
        try {
            return check.verifies(signed, signature);
        } catch (SignatureException _) {
            return false; // Not even the shape of a signature.
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
