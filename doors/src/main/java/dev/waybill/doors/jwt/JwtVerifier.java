package dev.waybill.doors.jwt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.runtime.Caller;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Judges bearer tokens: form, key, signature, then claims, in this order.
public final class JwtVerifier {

    private static final int LONGEST = 16 * 1024;
    private static final int SEGMENTS = 3;
    private static final int LONGEST_KID = 256;

    /// Other things are signed in the same form, receipts among them; they are no tokens.
    private static final List<String> TYPES = List.of("", "jwt", "at+jwt", "application/at+jwt");

    private final JwtRules rules;
    private final JwtKeyCache keys;
    private final InstantSource clock;

    /// @param trouble hears why keys cannot be read
    public JwtVerifier(JwtRules rules, JwtKeySource source, InstantSource clock, Consumer<String> trouble) {
        this.rules = rules;
        this.keys = new JwtKeyCache(source, clock, trouble);
        this.clock = clock;
    }

    /// @throws JwtRefused with the reason, which may be told to whoever shows the token
    Caller verify(String token) throws JwtRefused {
        if (token.length() > LONGEST) {
            throw new JwtRefused("the token has more than " + LONGEST + " characters");
        }
        String[] segments = token.split("\\.", -1);
        if (segments.length != SEGMENTS) {
            throw new JwtRefused("the token is no signed JWT");
        }
        JwtKey key = key(json(segments[0], "header"));
        byte[] signed = (segments[0] + "." + segments[1]).getBytes(StandardCharsets.US_ASCII);
        if (!key.verifies(signed, bytes(segments[2], "signature"))) {
            throw new JwtRefused("the token's signature does not verify");
        }
        JsonObject claims = json(segments[1], "payload");
        checkFor(claims);
        checkTime(claims);
        return new JwtClaims(claims, rules).caller();
    }

    private JwtKey key(JsonObject header) throws JwtRefused {
        if (header.has("crit")) {
            throw new JwtRefused("the token's header asks for extensions (crit) that are not known here");
        }
        if (!TYPES.contains(header.string("typ").orElse("").toLowerCase(Locale.ROOT))) {
            throw new JwtRefused("the token's header says that it is no access token (typ)");
        }
        JwtAlgorithm algorithm = header.string("alg")
                .flatMap(JwtAlgorithm::of)
                .filter(rules.algorithms()::contains)
                .orElseThrow(() -> new JwtRefused("the token's algorithm is not allowed here"));
        String kid = header.string("kid").orElse("");
        if (kid.length() > LONGEST_KID || (header.has("kid") && kid.isEmpty())) {
            throw new JwtRefused("the token's kid is no name of a key");
        }
        return keys.find(kid, algorithm)
                .orElseThrow(() -> new JwtRefused("the token's key is not among the issuer's keys"));
    }

    private void checkFor(JsonObject claims) throws JwtRefused {
        if (!claims.string("iss").orElse("").equals(rules.issuer())) {
            throw new JwtRefused("the token comes from another issuer (iss)");
        }
        boolean forUs = switch (claims.get("aud")) {
            case JsonString(var one) -> one.equals(rules.audience());
            case JsonArray all -> all.items().contains(new JsonString(rules.audience()));
            case null, default -> false;
        };
        if (!forUs) {
            throw new JwtRefused("the token is for another audience (aud)");
        }
    }

    private void checkTime(JsonObject claims) throws JwtRefused {
        Instant now = clock.instant();
        Duration leeway = rules.leeway();
        OptionalLong end = seconds(claims, "exp");
        if (end.isEmpty()) {
            throw new JwtRefused("the token never expires; exp is required");
        }
        if (now.getEpochSecond() - leeway.toSeconds() >= end.getAsLong()) {
            throw new JwtRefused("the token has expired");
        }
        for (String name : List.of("nbf", "iat")) {
            OptionalLong start = seconds(claims, name);
            if (start.isPresent() && now.getEpochSecond() + leeway.toSeconds() < start.getAsLong()) {
                throw new JwtRefused("the token is not valid yet (" + name + ")");
            }
        }
    }

    /// Seconds since 1970; a fraction is cut off.
    private static OptionalLong seconds(JsonObject claims, String name) throws JwtRefused {
        JsonValue value = claims.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (value instanceof JsonNumber number && Math.abs(number.doubleValue()) < JsonNumber.MAX_SAFE_INTEGER) {
            return OptionalLong.of((long) number.doubleValue());
        }
        throw new JwtRefused("the token's " + name + " is no time");
    }

    private static JsonObject json(String segment, String name) throws JwtRefused {
        try {
            return JsonReader.readAnyNumbers(bytes(segment, name), JsonLimits.RECEIPT)
                    .asObject()
                    .orElseThrow(() -> new JwtRefused("the token's " + name + " is no JSON object"));
        } catch (JsonException _) {
            throw new JwtRefused("the token's " + name + " is no strict JSON");
        }
    }

    private static byte[] bytes(String segment, String name) throws JwtRefused {
        try {
            return Base64Url.decode(segment);
        } catch (IllegalArgumentException _) {
            throw new JwtRefused("the token's " + name + " is no base64url");
        }
    }
}
