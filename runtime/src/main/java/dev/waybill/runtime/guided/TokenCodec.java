package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenRef;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Writes and reads tokens: `st.v1.` or `ack.v1.` and 40 characters, which are a key's id, a reference and a seal over
/// both. A seal is checked without the store, and every mistake has its own name, because a small model that is told
/// which one it made can mend it.
record TokenCodec(TokenKeyring keys) {

    private static final String VERSION = "v1";
    private static final int VERSION_NUMBER = 1;
    private static final int SEAL = 12;
    private static final int LENGTH = 1 + TokenRef.LENGTH + SEAL;
    private static final int CHARACTERS = Base32.length(LENGTH);
    private static final String HMAC = "HmacSHA256";

    String write(TokenKind kind, TokenRef ref) {
        TokenKey key = keys.newest();
        byte[] bytes = ByteBuffer.allocate(LENGTH)
                .put((byte) key.id())
                .put(ref.bytes())
                .put(seal(kind, key, ref.bytes()))
                .array();
        return kind.prefix() + "." + VERSION + "." + Base32.encode(bytes);
    }

    /// A token that this store has sealed.
    ///
    /// @param expired the time from which its key is refused, when that is over; null otherwise
    record Sealed(TokenRef ref, @Nullable Instant expired) {}

    /// @throws GuidedRefusal when this is not a token of the kind, sealed by us
    Sealed read(TokenKind kind, String token) {
        byte[] bytes = Base32.decode(body(kind, token));
        int keyId = bytes[0] & 0xFF;
        byte[] ref = Arrays.copyOfRange(bytes, 1, 1 + TokenRef.LENGTH);
        TokenKey key = keys.find(keyId).orElseThrow(() -> unknownKey(kind));
        byte[] found = Arrays.copyOfRange(bytes, 1 + TokenRef.LENGTH, LENGTH);
        if (!MessageDigest.isEqual(found, seal(kind, key, ref))) {
            throw refusal(
                    kind,
                    GuidedCode.TOKEN_BAD_SIGNATURE,
                    "the %s was altered on the way, or it comes from another store (another data directory): its seal does not match"
                            .formatted(kind.field()),
                    copy(kind) + "; if it is unchanged, use the waybill that gave it to you");
        }
        return new Sealed(TokenRef.of(ref), keys.isValid(key) ? null : key.validUntil());
    }

    private static String body(TokenKind kind, String token) {
        for (TokenKind other : TokenKind.values()) {
            if (other != kind && token.startsWith(other.prefix() + ".")) {
                throw refusal(
                        kind,
                        GuidedCode.TOKEN_WRONG_KIND,
                        "the field %s holds %s"
                                .formatted(kind.field(), other == TokenKind.ACK ? "an ackToken" : "a stateToken"),
                        "send the stateToken (st.v1.…) as stateToken and the ackToken (ack.v1.…) as ackToken");
            }
        }
        if (!token.startsWith(kind.prefix() + ".")) {
            throw malformed(kind, otherwise(kind, token));
        }
        String rest = token.substring(kind.prefix().length() + 1);
        if (!rest.startsWith(VERSION + ".")) {
            throw version(kind, rest);
        }
        return checked(kind, rest.substring(VERSION.length() + 1));
    }

    private static String otherwise(TokenKind kind, String token) {
        String lower = token.toLowerCase(Locale.ROOT);
        int at = lower.indexOf(kind.prefix() + "." + VERSION + ".");
        String found = "found \"%s\"".formatted(Shortened.of(token, 30));
        if (at == 0) {
            return found + " in upper case; tokens are lower case throughout";
        }
        return at < 0
                ? found
                : "%s: leave out \"%s\" in front of it".formatted(found, Shortened.of(token.substring(0, at), 20));
    }

    private static GuidedRefusal version(TokenKind kind, String rest) {
        int dot = rest.indexOf('.');
        boolean later = dot > 1
                && rest.charAt(0) == 'v'
                && rest.substring(1, dot).chars().allMatch(Character::isDigit);
        return later
                ? refusal(
                        kind,
                        GuidedCode.TOKEN_UNSUPPORTED_VERSION,
                        "this waybill reads version v1 of tokens, found " + rest.substring(0, dot),
                        "use the waybill that gave out this token, or a newer one")
                : malformed(kind, "it has no version");
    }

    private static String checked(TokenKind kind, String body) {
        int strange = Base32.firstStrange(body);
        if (strange >= 0) {
            throw malformed(
                    kind,
                    "character %d of %d after the prefix is none of a-z and 2-7: \"%s\"%s"
                            .formatted(
                                    strange + 1,
                                    body.length(),
                                    body.substring(strange, body.offsetByCodePoints(strange, 1)),
                                    why(body)));
        }
        if (body.length() < CHARACTERS) {
            throw refusal(
                    kind,
                    GuidedCode.TOKEN_TRUNCATED,
                    "the %s has %d characters after its prefix, expected %d"
                            .formatted(kind.field(), body.length(), CHARACTERS),
                    copy(kind));
        }
        if (body.length() > CHARACTERS) {
            throw malformed(
                    kind, "it has %d characters after its prefix, expected %d".formatted(body.length(), CHARACTERS));
        }
        return body;
    }

    private static String why(String body) {
        if (body.contains("…") || body.contains("...")) {
            return "; it was shortened, the whole token is needed";
        }
        return body.equals(body.toLowerCase(Locale.ROOT)) ? "" : "; tokens are lower case throughout";
    }

    private static GuidedRefusal malformed(TokenKind kind, String why) {
        return refusal(
                kind,
                GuidedCode.TOKEN_MALFORMED,
                "a %s is \"%s.v1.\" and %d characters of a-z and 2-7: %s"
                        .formatted(kind.field(), kind.prefix(), CHARACTERS, why),
                copy(kind));
    }

    private static GuidedRefusal unknownKey(TokenKind kind) {
        return refusal(
                kind,
                GuidedCode.TOKEN_UNKNOWN_KEY,
                "the %s comes from another store (another data directory) or its beginning was altered: it was sealed by a key that this store does not have"
                        .formatted(kind.field()),
                copy(kind)
                        + "; if it is unchanged, use the waybill and data directory that gave it to you, or start the workflow again with workflow_start");
    }

    private static GuidedRefusal refusal(TokenKind kind, GuidedCode code, String message, String next) {
        return new GuidedRefusal(code, message, next, JsonObject.of("field", "/" + kind.field()));
    }

    private static String copy(TokenKind kind) {
        return "copy the %s from the answer that gave it to you, character by character".formatted(kind.field());
    }

    private static byte[] seal(TokenKind kind, TokenKey key, byte[] ref) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.secret(), HMAC));
            mac.update((byte) VERSION_NUMBER);
            mac.update((byte) kind.number());
            mac.update((byte) key.id());
            return Arrays.copyOf(mac.doFinal(ref), SEAL);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
