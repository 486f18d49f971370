package dev.waybill.workflow;

import dev.waybill.base.TaskState;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a node says about its own execution.
///
/// @param timeoutMs how long one attempt may take; empty means without limit
/// @param taskState where the run's task stands once the node has completed; null when it says nothing about that
public record NodeSettings(
        OptionalLong timeoutMs, RetryPolicy retry, @Nullable TaskState taskState) {

    public NodeSettings {
        timeoutMs.ifPresent(timeout -> Checks.atLeast("timeout", 1, timeout));
        Objects.requireNonNull(retry);
    }
}
