package dev.waybill.app.cli;

import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.runtime.KeyLost;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What trouble with runs and their store means to a user.
final class RunFailures {

    private static final String KEY_BACK = "Give --issuer and --key as when the run was started, or put the key back.";

    private RunFailures() {}

    static Failure of(Refused refused) {
        return new Failure(
                ExitCode.NO, refused.code().wire(), Objects.toString(refused.getMessage()), next(refused.code()));
    }

    private static @Nullable String next(RefusalCode code) {
        return switch (code) {
            case CAPABILITY_REQUIRED ->
                "Give a jar that offers it with --node-types, or put it into node-types in the data directory.";
            case RUN_NOT_FOUND -> "See 'waybill runs'.";
            case WORKFLOW_NOT_FOUND -> "Put the file that defines it beside the one that calls it.";
            case INTERRUPT_NOT_FOUND, INTERRUPT_ALREADY_RESOLVED, INTERRUPT_GONE, RUN_NOT_PAUSED, RUN_ALREADY_PAUSED ->
                "See 'waybill show RUN'.";
            case FORBIDDEN -> "Say who answers with --by NAME.";
            case SIGNING_KEY_LOST -> KEY_BACK;
            case AUTH_REQUIRED -> "The command line cannot prove who you are; answer through a door that can.";
            default -> null;
        };
    }

    static Failure of(KeyLost lost) {
        return new Failure(ExitCode.NO, "key_lost", Objects.toString(lost.getMessage()), KEY_BACK);
    }

    /// The store's message says what to do itself.
    static Failure of(StoreException problem) {
        ExitCode exit = problem.problem() == StoreProblem.CORRUPT ? ExitCode.TAMPERED : ExitCode.NO;
        return new Failure(exit, problem.problem().code(), Objects.toString(problem.getMessage()), null);
    }

    static Failure of(CorruptLog corrupt) {
        return new Failure(
                ExitCode.TAMPERED,
                "log_corrupt",
                Objects.toString(corrupt.getMessage()),
                "Restore the store from a backup.");
    }
}
