package dev.waybill.base;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Where a task stands. Each state follows the one before it; whatever has not ended can be aborted.
public enum TaskState {
    PLANNED,
    ASSIGNED,
    RUNNING,
    PR_OPEN,
    CI_PASS,
    REVIEW_PASS,
    MERGED,
    ABORTED;

    public static Optional<TaskState> of(String wire) {
        return Arrays.stream(values())
                .filter(state -> state.wire().equals(wire.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /// The name in events, in lower case.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isTerminal() {
        return this == MERGED || this == ABORTED;
    }

    /// Whether reaching it is worth a receipt of its own before the task ends.
    public boolean isCritical() {
        return this == ASSIGNED || this == RUNNING || this == CI_PASS || this == REVIEW_PASS;
    }

    /// The states that a step of a workflow brings its task into. The others follow from the run as a whole.
    public static List<TaskState> ofSteps() {
        return List.of(PR_OPEN, CI_PASS, REVIEW_PASS, MERGED);
    }

    /// Whether a task in this state may come into the other one when those between them are left out.
    public boolean isBefore(TaskState other) {
        return !isTerminal() && compareTo(other) < 0;
    }

    /// What may follow.
    public List<TaskState> next() {
        return switch (this) {
            case PLANNED -> List.of(ASSIGNED, ABORTED);
            case ASSIGNED -> List.of(RUNNING, ABORTED);
            case RUNNING -> List.of(PR_OPEN, ABORTED);
            case PR_OPEN -> List.of(CI_PASS, ABORTED);
            case CI_PASS -> List.of(REVIEW_PASS, ABORTED);
            case REVIEW_PASS -> List.of(MERGED, ABORTED);
            case MERGED, ABORTED -> List.of();
        };
    }
}
