package dev.waybill.packsjs.crypto;

import dev.waybill.base.json.JsonObject;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/// Public keys as JWK.
final class Jwks {

    /// What stands before the bytes of an Ed25519 key in its encoding.
    private static final byte[] ED25519 = HexFormat.of().parseHex("302a300506032b6570032100");

    private Jwks() {}

    static PublicKey publicKey(JsonObject jwk) throws CryptoRefused, GeneralSecurityException {
        return switch (CryptoDesk.string(jwk, "kty")) {
            case "RSA" ->
                KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(number(jwk, "n"), number(jwk, "e")));
            case "EC" -> ec(jwk);
            case "OKP" -> ed25519(jwk);
            default -> throw new CryptoRefused("ERR_CRYPTO_INVALID_JWK", "expected a key of type RSA, EC or OKP");
        };
    }

    private static PublicKey ec(JsonObject jwk) throws CryptoRefused, GeneralSecurityException {
        String curve = switch (CryptoDesk.string(jwk, "crv")) {
            case "P-256" -> "secp256r1";
            case "P-384" -> "secp384r1";
            case "P-521" -> "secp521r1";
            default -> throw new CryptoRefused("ERR_CRYPTO_INVALID_JWK", "expected P-256, P-384 or P-521");
        };
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(curve));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(
                        new ECPoint(number(jwk, "x"), number(jwk, "y")),
                        parameters.getParameterSpec(ECParameterSpec.class)));
    }

    private static PublicKey ed25519(JsonObject jwk) throws CryptoRefused, GeneralSecurityException {
        byte[] x = bytes(jwk, "x");
        if (!CryptoDesk.string(jwk, "crv").equals("Ed25519") || x.length != 32) {
            throw new CryptoRefused("ERR_CRYPTO_INVALID_JWK", "expected an Ed25519 key");
        }
        byte[] encoded = Arrays.copyOf(ED25519, ED25519.length + x.length);
        System.arraycopy(x, 0, encoded, ED25519.length, x.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static BigInteger number(JsonObject jwk, String name) throws CryptoRefused {
        return new BigInteger(1, bytes(jwk, name));
    }

    private static byte[] bytes(JsonObject jwk, String name) throws CryptoRefused {
        return Base64.getUrlDecoder().decode(CryptoDesk.string(jwk, name));
    }
}
