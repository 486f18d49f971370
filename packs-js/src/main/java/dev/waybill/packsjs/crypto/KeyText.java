package dev.waybill.packsjs.crypto;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/// Keys and certificates as PEM.
final class KeyText {

    private static final List<String> ALGORITHMS = List.of("Ed25519", "RSA", "EC");

    private KeyText() {}

    private static byte[] body(String pem, String label) throws CryptoRefused {
        String begin = "-----BEGIN " + label + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + label + "-----");
        if (from < 0 || to < from) {
            throw new CryptoRefused("ERR_OSSL_UNSUPPORTED", "expected PEM with " + begin);
        }
        return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    }

    static PrivateKey privateKey(String pem) throws CryptoRefused, GeneralSecurityException {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(body(pem, "PRIVATE KEY"));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException _) {
                // Of another kind.
            }
        }
        throw new CryptoRefused("ERR_OSSL_UNSUPPORTED", "expected an Ed25519, RSA or EC key");
    }

    /// Also of a certificate.
    static PublicKey publicKey(String pem) throws CryptoRefused, GeneralSecurityException {
        if (pem.contains("BEGIN CERTIFICATE")) {
            return certificate(pem).getPublicKey();
        }
        X509EncodedKeySpec spec = new X509EncodedKeySpec(body(pem, "PUBLIC KEY"));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePublic(spec);
            } catch (InvalidKeySpecException _) {
                // Of another kind.
            }
        }
        throw new CryptoRefused("ERR_OSSL_UNSUPPORTED", "expected an Ed25519, RSA or EC key");
    }

    static X509Certificate certificate(String pem) throws CryptoRefused, GeneralSecurityException {
        byte[] body = body(pem, "CERTIFICATE");
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(body));
    }

    static String write(Key key) {
        String label = key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY";
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(key.getEncoded());
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, body, label);
    }
}
