package dev.waybill.journal.store;

import dev.waybill.journal.RunStatus;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What can be asked about a run without folding its log. It follows from the log and can be rebuilt.
///
/// @param ready whether the run can go on now, without anybody's answer and before any deadline
/// @param dueAt the next deadline of the run, whatever it is for
/// @param currentNode a node that waits, while one does
public record Projection(
        RunStatus status,
        boolean ready,
        @Nullable Instant dueAt,
        @Nullable String currentNode,
        Instant updatedAt) {
    public Projection {
        Objects.requireNonNull(status);
        Objects.requireNonNull(updatedAt);
    }
}
