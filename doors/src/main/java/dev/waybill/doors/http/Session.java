package dev.waybill.doors.http;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.journal.store.TokenKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A browser that showed an API key, sealed under a key of the store so that every process on it recognises it. It
/// names the API key by its digest: what becomes of the key becomes of the session.
///
/// @param id random
@SuppressWarnings("ArrayRecordComponent")
record Session(byte[] id, Digest apiKey, Instant expiresAt) {

    static final int ID_BYTES = 32;

    private static final byte VERSION = 1;
    private static final int MAC_BYTES = 32;
    private static final int SEALED_BYTES = 2 + Long.BYTES + ID_BYTES + Digest.LENGTH;
    private static final String COOKIE = "waybill session v1\0";
    private static final String CSRF = "waybill csrf v1\0";

    String seal(TokenKey key) {
        byte[] body = ByteBuffer.allocate(SEALED_BYTES)
                .put(VERSION)
                .put((byte) key.id())
                .putLong(expiresAt.getEpochSecond())
                .put(id)
                .put(apiKey.toBytes())
                .array();
        return Base64Url.encode(ByteBuffer.allocate(SEALED_BYTES + MAC_BYTES)
                .put(body)
                .put(mac(key, COOKIE, body))
                .array());
    }

    /// @return empty when the text is none that one of these keys sealed
    static Optional<Session> unseal(String text, List<TokenKey> keys, Instant now) {
        byte[] bytes;
        try {
            bytes = Base64Url.decode(text);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        if (bytes.length != SEALED_BYTES + MAC_BYTES || bytes[0] != VERSION) {
            return Optional.empty();
        }
        return keys.stream()
                .filter(key -> key.id() == Byte.toUnsignedInt(bytes[1]) && key.isValid(now))
                .filter(key -> isSealed(key, bytes))
                .findFirst()
                .map(_ -> read(ByteBuffer.wrap(bytes, 2, SEALED_BYTES - 2)));
    }

    private static boolean isSealed(TokenKey key, byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        byte[] body = new byte[SEALED_BYTES];
        byte[] mac = new byte[MAC_BYTES];
        all.get(body).get(mac);
        return MessageDigest.isEqual(mac, mac(key, COOKIE, body));
    }

    private static Session read(ByteBuffer body) {
        Instant expiresAt = Instant.ofEpochSecond(body.getLong());
        byte[] id = new byte[ID_BYTES];
        byte[] apiKey = new byte[Digest.LENGTH];
        body.get(id).get(apiKey);
        return new Session(id, Digest.ofBytes(apiKey), expiresAt);
    }

    /// What a page of ours sends along with every change. It follows from the session, so nobody has to keep it.
    String csrf(TokenKey key) {
        return Base64Url.encode(mac(key, CSRF, id));
    }

    /// Under any key that is still valid: one may have been rotated in since the page got its token.
    boolean isCsrf(String token, List<TokenKey> keys, Instant now) {
        byte[] shown = token.getBytes(StandardCharsets.UTF_8);
        return keys.stream()
                .filter(key -> key.isValid(now))
                .anyMatch(key -> MessageDigest.isEqual(shown, csrf(key).getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] mac(TokenKey key, String purpose, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.secret(), "HmacSHA256"));
            mac.update(purpose.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
