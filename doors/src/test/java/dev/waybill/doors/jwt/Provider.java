package dev.waybill.doors.jwt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;

/// An identity provider with one key for each algorithm, made by the JDK alone.
final class Provider {

    private final KeyPair ed = pair("Ed25519");
    private final KeyPair ec = pair("EC");
    private final KeyPair rsa = pair("RSA");
    private final String suffix;

    /// @param suffix makes the names of its keys its own
    Provider(String suffix) {
        this.suffix = suffix;
    }

    private static KeyPair pair(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (algorithm.equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            }
            if (algorithm.equals("RSA")) {
                generator.initialize(2048);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    String kid(String algorithm) {
        return algorithm + suffix;
    }

    byte[] jwks() {
        return JsonWriter.compactBytes(JsonObject.builder()
                .put("keys", JsonArray.of(edJwk(), ecJwk(), rsaJwk()))
                .build());
    }

    JsonObject edJwk() {
        byte[] spki = ed.getPublic().getEncoded();
        return jwk("EdDSA", "OKP")
                .put("crv", "Ed25519")
                .put("x", Base64Url.encode(Arrays.copyOfRange(spki, spki.length - 32, spki.length)))
                .build();
    }

    JsonObject ecJwk() {
        ECPublicKey key = (ECPublicKey) ec.getPublic();
        return jwk("ES256", "EC")
                .put("crv", "P-256")
                .put("x", Base64Url.encode(unsigned(key.getW().getAffineX(), 32)))
                .put("y", Base64Url.encode(unsigned(key.getW().getAffineY(), 32)))
                .build();
    }

    JsonObject rsaJwk() {
        RSAPublicKey key = (RSAPublicKey) rsa.getPublic();
        return jwk("RS256", "RSA")
                .put("n", Base64Url.encode(unsigned(key.getModulus(), 256)))
                .put("e", Base64Url.encode(unsigned(key.getPublicExponent(), 3)))
                .build();
    }

    private JsonObject.Builder jwk(String algorithm, String type) {
        return JsonObject.builder().put("kty", type).put("use", "sig").put("kid", kid(algorithm));
    }

    private static byte[] unsigned(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] padded = new byte[length];
        int count = Math.min(length, bytes.length);
        System.arraycopy(bytes, bytes.length - count, padded, length - count, count);
        return padded;
    }

    /// A token with a usual header.
    String token(String algorithm, JsonObject claims) {
        return sign(algorithm, header(algorithm), claims);
    }

    JsonObject header(String algorithm) {
        return JsonObject.builder()
                .put("alg", algorithm)
                .put("typ", "JWT")
                .put("kid", kid(algorithm))
                .build();
    }

    /// Signs whatever it is told to, with the key for an algorithm.
    String sign(String algorithm, JsonObject header, JsonObject claims) {
        String signed = segment(header) + "." + segment(claims);
        try {
            Signature signature = switch (algorithm) {
                case "EdDSA" -> signing("Ed25519", ed);
                case "ES256" -> signing("SHA256withECDSAinP1363Format", ec);
                default -> signing("SHA256withRSA", rsa);
            };
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + Base64Url.encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Signature signing(String name, KeyPair pair) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(name);
        signature.initSign(pair.getPrivate());
        return signature;
    }

    static String segment(JsonObject object) {
        return Base64Url.encode(JsonWriter.compactBytes(object));
    }

    /// The public key of RS256 as bytes, which an attacker might use as a secret.
    byte[] rsaPublic() {
        return rsa.getPublic().getEncoded();
    }
}
