package dev.waybill.packsjs.crypto;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;

/// A signature as code asks for one: which key, which digest, which form.
record Signing(String pem, String digest, boolean pss, boolean raw) {

    private static final String SHA_256 = "SHA-256";

    static Signing of(JsonObject asked) throws CryptoRefused {
        return new Signing(
                CryptoDesk.string(asked, "pem"),
                asked.get("algorithm") instanceof JsonString ? CryptoDesk.digest(asked) : SHA_256,
                asked.get("pss") == JsonBool.TRUE,
                asked.get("raw") == JsonBool.TRUE);
    }

    byte[] sign(byte[] data) throws GeneralSecurityException, CryptoRefused {
        var key = KeyText.privateKey(pem);
        Signature signature = signature(key.getAlgorithm());
        signature.initSign(key);
        signature.update(data);
        return signature.sign();
    }

    boolean verify(byte[] data, byte[] written) throws GeneralSecurityException, CryptoRefused {
        var key = pem.contains("BEGIN PRIVATE") ? null : KeyText.publicKey(pem);
        if (key == null) {
            throw new CryptoRefused("ERR_INVALID_ARG_VALUE", "a signature is verified with a public key");
        }
        Signature signature = signature(key.getAlgorithm());
        signature.initVerify(key);
        signature.update(data);
        try {
            return signature.verify(written);
        } catch (SignatureException _) {
            return false;
        }
    }

    private Signature signature(String key) throws GeneralSecurityException {
        String name = digest.replace("-", "");
        if (key.equals("RSA") && pss) {
            Signature signature = Signature.getInstance("RSASSA-PSS");
            int salt = Integer.parseInt(digest.substring(digest.indexOf('-') + 1)) / 8;
            signature.setParameter(new PSSParameterSpec(digest, "MGF1", new MGF1ParameterSpec(digest), salt, 1));
            return signature;
        }
        return Signature.getInstance(
                switch (key) {
                    case "RSA" -> name + "withRSA";
                    case "EC" -> name + "withECDSA" + (raw ? "inP1363Format" : "");
                    default -> "Ed25519";
                });
    }
}
