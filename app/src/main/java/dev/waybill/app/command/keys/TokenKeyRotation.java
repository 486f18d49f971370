package dev.waybill.app.command.keys;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Output;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.guided.TokenKeyring;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A new key for the tokens of a store's guided runs. Agents keep their tokens for days, so the old ones stay valid for
/// a stated time.
record TokenKeyRotation(Environment environment, StoreOptions options, Output output) {

    static final long USUAL_DAYS = 30;

    private static final long MOST_DAYS = 3_650;

    /// @param days how long tokens of the old key stay valid
    ExitCode rotate(long days) {
        if (days < 0 || days > MOST_DAYS) {
            throw Failure.usage("--valid-for: expected 0 to " + MOST_DAYS + " days, found " + days, null);
        }
        Instant until =
                environment.clock().instant().plus(days, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MICROS);
        try (RunStore store = options.openExisting(environment)) {
            int id = new TokenKeyring(store, environment.clock(), new SecureRandom()).rotate(until);
            answer(id, until, store.describe());
        } catch (IllegalStateException e) {
            throw new Failure(
                    ExitCode.NO,
                    "token_key_in_use",
                    "the key was not replaced: " + e.getMessage(),
                    "256 keys are in use at once, or another process was faster. Try again, or with a shorter --valid-for.");
        }
        return ExitCode.YES;
    }

    private void answer(int id, Instant until, String store) {
        JsonObject answer = JsonObject.of("tokenKey", id)
                .with("oldTokensValidUntil", Times.format(until))
                .with("store", store);
        output.answer(answer, out -> {
            out.println("new token key  " + id);
            out.println("old tokens     valid until " + until.truncatedTo(ChronoUnit.SECONDS));
            out.println("store          " + store);
        });
    }
}
