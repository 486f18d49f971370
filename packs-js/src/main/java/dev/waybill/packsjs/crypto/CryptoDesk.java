package dev.waybill.packsjs.crypto;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Answers what code asks of `node:crypto`. Bytes come and go as base64.
public final class CryptoDesk {

    private static final int TAG = 16;
    private static final int MOST_RANDOM = 65_536;

    private final boolean pure;

    /// @param pure whether chance is out of bounds: a node that calls itself pure gives the same each time
    public CryptoDesk(boolean pure) {
        this.pure = pure;
    }

    public JsonValue ask(String name, JsonObject asked) throws CryptoRefused {
        try {
            return switch (name) {
                case "hash" -> text(MessageDigest.getInstance(digest(asked)).digest(bytes(asked, "data")));
                case "hmac" -> hmac(asked);
                case "random" -> random(asked);
                case "encrypt" -> encrypt(asked);
                case "decrypt" -> decrypt(asked);
                case "private" -> new JsonString(KeyText.write(KeyText.privateKey(string(asked, "pem"))));
                case "public" -> new JsonString(KeyText.write(KeyText.publicKey(string(asked, "pem"))));
                case "jwk" -> new JsonString(KeyText.write(Jwks.publicKey(asked)));
                case "sign" -> text(Signing.of(asked).sign(bytes(asked, "data")));
                case "verify" -> JsonBool.of(Signing.of(asked).verify(bytes(asked, "data"), bytes(asked, "signature")));
                case "certificate" -> Certificates.summary(KeyText.certificate(string(asked, "pem")));
                case "issued" -> JsonBool.of(issued(asked));
                case "signed" -> JsonBool.of(signed(asked));
                default -> throw new CryptoRefused("ERR_UNKNOWN", "this host has no crypto." + name);
            };
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new CryptoRefused("ERR_CRYPTO_OPERATION_FAILED", String.valueOf(e.getMessage()));
        }
    }

    private static JsonValue hmac(JsonObject asked) throws GeneralSecurityException, CryptoRefused {
        String algorithm = "Hmac" + digest(asked).replace("-", "");
        byte[] key = bytes(asked, "key");
        Mac mac = Mac.getInstance(algorithm);
        // A key of no bytes is a key to Node.js, and none to Java: a zero byte is the same one.
        mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, algorithm));
        return text(mac.doFinal(bytes(asked, "data")));
    }

    private JsonValue random(JsonObject asked) throws CryptoRefused {
        if (pure) {
            throw new CryptoRefused("pack_not_pure", "a node that its manifest calls pure cannot draw random bytes");
        }
        long size = asked.get("size") instanceof JsonNumber number
                ? number.asInteger().orElse(-1)
                : -1;
        if (size < 0 || size > MOST_RANDOM) {
            throw new CryptoRefused("ERR_OUT_OF_RANGE", "expected 0 to %d bytes".formatted(MOST_RANDOM));
        }
        byte[] drawn = new byte[(int) size];
        new SecureRandom().nextBytes(drawn);
        return text(drawn);
    }

    private static Cipher cipher(JsonObject asked, int mode) throws GeneralSecurityException, CryptoRefused {
        byte[] key = bytes(asked, "key");
        byte[] iv = bytes(asked, "iv");
        Cipher cipher;
        switch (string(asked, "algorithm").toLowerCase(Locale.ROOT)) {
            case "aes-128-gcm", "aes-192-gcm", "aes-256-gcm" -> {
                cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG * 8, iv));
            }
            case "chacha20-poly1305" -> {
                cipher = Cipher.getInstance("ChaCha20-Poly1305");
                cipher.init(mode, new SecretKeySpec(key, "ChaCha20"), new IvParameterSpec(iv));
            }
            default -> throw new CryptoRefused("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
        }
        byte[] aad = bytes(asked, "aad");
        if (aad.length > 0) {
            cipher.updateAAD(aad);
        }
        return cipher;
    }

    private static JsonValue encrypt(JsonObject asked) throws GeneralSecurityException, CryptoRefused {
        byte[] sealed = cipher(asked, Cipher.ENCRYPT_MODE).doFinal(bytes(asked, "data"));
        return JsonObject.builder()
                .put("data", text(Arrays.copyOf(sealed, sealed.length - TAG)))
                .put("tag", text(Arrays.copyOfRange(sealed, sealed.length - TAG, sealed.length)))
                .build();
    }

    private static JsonValue decrypt(JsonObject asked) throws GeneralSecurityException, CryptoRefused {
        byte[] data = bytes(asked, "data");
        byte[] tag = bytes(asked, "tag");
        byte[] sealed = Arrays.copyOf(data, data.length + tag.length);
        System.arraycopy(tag, 0, sealed, data.length, tag.length);
        try {
            byte[] opened = cipher(asked, Cipher.DECRYPT_MODE).doFinal(sealed);
            return JsonObject.builder().put("data", text(opened)).build();
        } catch (GeneralSecurityException e) {
            throw new CryptoRefused("ERR_CRYPTO_OPERATION_FAILED", "Unsupported state or unable to authenticate data");
        }
    }

    private static boolean issued(JsonObject asked) throws GeneralSecurityException, CryptoRefused {
        X509Certificate leaf = KeyText.certificate(string(asked, "pem"));
        X509Certificate issuer = KeyText.certificate(string(asked, "issuer"));
        return leaf.getIssuerX500Principal().equals(issuer.getSubjectX500Principal());
    }

    private static boolean signed(JsonObject asked) throws CryptoRefused, GeneralSecurityException {
        try {
            KeyText.certificate(string(asked, "pem")).verify(KeyText.publicKey(string(asked, "key")));
            return true;
        } catch (SignatureException | InvalidKeyException _) {
            return false;
        }
    }

    /// The name that Java has for a digest.
    static String digest(JsonObject asked) throws CryptoRefused {
        return switch (string(asked, "algorithm").toLowerCase(Locale.ROOT).replace("-", "")) {
            case "sha256" -> "SHA-256";
            case "sha384" -> "SHA-384";
            case "sha512" -> "SHA-512";
            case "sha1" -> "SHA-1";
            case "md5" -> "MD5";
            default ->
                throw new CryptoRefused(
                        "ERR_OSSL_EVP_UNSUPPORTED", "Digest method not supported: " + string(asked, "algorithm"));
        };
    }

    static byte[] bytes(JsonObject asked, String name) {
        return Base64.getDecoder().decode(asked.string(name).orElse(""));
    }

    static String string(JsonObject asked, String name) throws CryptoRefused {
        return asked.string(name)
                .orElseThrow(() -> new CryptoRefused("ERR_INVALID_ARG_TYPE", "expected " + name + " as a text"));
    }

    private static JsonString text(byte[] bytes) {
        return new JsonString(Base64.getEncoder().encodeToString(bytes));
    }
}
