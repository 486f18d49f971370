package dev.waybill.app.command.run;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.ResumeTokens;
import java.time.Instant;
import java.util.Objects;

/// Whether a token lets its holder answer. What is wrong with it is told apart from what may be wrong with the answer:
/// the same refusal means another thing to do.
final class TokenCheck {

    private TokenCheck() {}

    /// @throws Failure when it does not hold, or only shows the question
    static ResumeTokens.Claims verify(String token, RunStore store, Instant now) {
        ResumeTokens.Claims claims;
        try {
            claims = ResumeTokens.verify(token.strip(), run -> store.run(run).map(StoredRun::header), now);
        } catch (Refused refused) {
            throw failure(refused);
        }
        if (claims.intent() != ResumeTokens.Intent.RESOLVE) {
            throw new Failure(
                    ExitCode.NO,
                    "token_for_inspection",
                    "this token shows the question and cannot answer it",
                    "Ask for one that can: 'waybill show RUN --tokens'.");
        }
        return claims;
    }

    private static Failure failure(Refused refused) {
        String message = Objects.toString(refused.getMessage());
        return switch (refused.code()) {
            case VALIDATION_ERROR ->
                new Failure(ExitCode.USAGE, "token_malformed", message, "Copy the whole token, without spaces.");
            case INTERRUPT_NOT_FOUND ->
                new Failure(
                        ExitCode.NO,
                        "token_unknown_run",
                        message,
                        "Name the store it came from with --data DIR or --db URL.");
            case FORBIDDEN ->
                new Failure(ExitCode.TAMPERED, "token_forged", message, "Ask the sender for the original.");
            case INTERRUPT_EXPIRED ->
                new Failure(
                        ExitCode.NO,
                        "token_expired",
                        message,
                        "'waybill show RUN --tokens' creates a new one while the question is open.");
            default -> Failure.of(refused);
        };
    }
}
