package dev.waybill.receipt.workflow;

import java.util.Locale;
import java.util.Optional;

/// How far a workflow has come.
public enum WorkflowStatus {
    IN_PROGRESS,
    COMPLETED,
    FAILED,
    CANCELLED;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /// The status with this text; empty for any other text.
    public static Optional<WorkflowStatus> ofWire(String text) {
        for (WorkflowStatus status : values()) {
            if (status.wire.equals(text)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }

    /// The text in a summary: `in_progress`, `completed`, `failed` or `cancelled`.
    public String wire() {
        return wire;
    }

    /// Whether the workflow has ended, well or badly.
    public boolean isTerminal() {
        return this != IN_PROGRESS;
    }
}
