package dev.waybill.journal.store;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;
import org.jspecify.annotations.Nullable;

/// The store could not do it. The message is one sentence for a person, with what to do next.
public final class StoreException extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1L;

    private final StoreProblem problem;
    private final boolean ambiguous;

    public StoreException(StoreProblem problem, String message, @Nullable Throwable cause) {
        this(problem, false, message, cause);
    }

    /// @param ambiguous whether the transaction may have become durable all the same: read before deciding again
    public StoreException(StoreProblem problem, boolean ambiguous, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = problem;
        this.ambiguous = ambiguous;
    }

    /// What is kept at a place is not what was written there.
    ///
    /// @param place the table and the row
    public static StoreException damaged(String place, Exception why) {
        return new StoreException(
                StoreProblem.CORRUPT,
                "the store is damaged in %s (%s): restore it from a backup".formatted(place, why.getMessage()),
                why);
    }

    public StoreProblem problem() {
        return problem;
    }

    public boolean isAmbiguous() {
        return ambiguous;
    }

    @Override
    public Refusal refusal() {
        return saying(String.valueOf(getMessage()));
    }

    @Override
    public Refusal outside() {
        return saying(problem.outside() + (ambiguous ? "; look whether it was recorded before you repeat it" : ""));
    }

    private Refusal saying(String message) {
        Kind kind = switch (problem) {
            case CORRUPT -> Kind.DAMAGED;
            case NOT_A_STORE -> Kind.UNREADABLE;
            default -> Kind.UNAVAILABLE;
        };
        return new Refusal(kind, problem.code(), message, null);
    }
}
