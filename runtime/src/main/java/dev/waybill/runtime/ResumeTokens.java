package dev.waybill.runtime;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// Tokens with which somebody without an account answers one question: `<claims>.<MAC>`, both in base64url.
///
/// The key follows from the run's seed, so that every process on the same store accepts a token, and a fork's tokens
/// are its own.
public final class ResumeTokens {

    public static final Duration USUAL_LIFE = Duration.ofMinutes(30);

    private static final JsonLimits LIMITS = new JsonLimits(2, 8, 8, 256, 16);

    /// What the holder may do.
    public enum Intent {
        RESOLVE("resolve"),
        /// Look at the question, no more.
        INSPECT("inspect");

        private final String wire;

        Intent(String wire) {
            this.wire = wire;
        }
    }

    /// What a token that holds says.
    public record Claims(RunId run, String nodeId, String interruptId, Instant expiresAt, Intent intent) {}

    private ResumeTokens() {}

    /// @param life how long the token holds; never longer than the question stands
    public static String issue(RunHeader header, Interrupt interrupt, Instant now, Duration life, Intent intent) {
        Instant end = now.plus(life);
        Instant expires =
                interrupt.deadline() != null && interrupt.deadline().isBefore(end) ? interrupt.deadline() : end;
        String claims = Base64Url.encode(
                JsonWriter.compactBytes(JsonObject.of("runId", header.runId().value())
                        .with("nodeId", interrupt.nodeId())
                        .with("interruptId", interrupt.id())
                        .with("expiresAt", Times.format(expires))
                        .with("intent", intent.wire)));
        return claims + "." + Base64Url.encode(mac(header, claims));
    }

    private static byte[] mac(RunHeader header, String claims) {
        return header.seed().derive("resume-token", claims);
    }

    /// @param headers finds the run that the token names
    /// @throws Refused when the token is malformed, forged, or its time is up
    public static Claims verify(String token, Function<RunId, Optional<RunHeader>> headers, Instant now) {
        int dot = token.indexOf('.');
        if (dot < 1) {
            throw malformed();
        }
        Claims claims = claims(token.substring(0, dot));
        RunHeader header = headers.apply(claims.run())
                .orElseThrow(
                        () -> new Refused(RefusalCode.INTERRUPT_NOT_FOUND, "the token names no run in this store"));
        if (!MessageDigest.isEqual(mac(header, token.substring(0, dot)), decoded(token.substring(dot + 1)))) {
            throw new Refused(RefusalCode.FORBIDDEN, "the token was not issued here, or was changed");
        }
        if (!now.isBefore(claims.expiresAt())) {
            throw new Refused(
                    RefusalCode.INTERRUPT_EXPIRED,
                    "the token expired at " + claims.expiresAt() + "; ask for a new one");
        }
        return claims;
    }

    private static Claims claims(String part) {
        try {
            JsonObject json = JsonReader.read(new String(decoded(part), StandardCharsets.UTF_8), LIMITS)
                    .asObject()
                    .orElseThrow(ResumeTokens::malformed);
            Intent intent = switch (text(json, "intent")) {
                case "resolve" -> Intent.RESOLVE;
                case "inspect" -> Intent.INSPECT;
                default -> throw malformed();
            };
            return new Claims(
                    new RunId(text(json, "runId")),
                    text(json, "nodeId"),
                    text(json, "interruptId"),
                    Times.parse(text(json, "expiresAt")),
                    intent);
        } catch (JsonException | IllegalArgumentException e) {
            throw malformed();
        }
    }

    private static byte[] decoded(String part) {
        try {
            return Base64Url.decode(part);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(ResumeTokens::malformed);
    }

    private static Refused malformed() {
        return new Refused(RefusalCode.VALIDATION_ERROR, "expected a resume token, two base64url parts with a dot");
    }
}
