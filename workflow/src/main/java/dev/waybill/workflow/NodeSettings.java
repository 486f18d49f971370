package dev.waybill.workflow;

import java.util.Objects;
import java.util.OptionalLong;

/// What a node says about its own execution.
///
/// @param timeoutMs how long one attempt may take; empty means without limit
public record NodeSettings(OptionalLong timeoutMs, RetryPolicy retry) {

    public NodeSettings {
        timeoutMs.ifPresent(timeout -> Checks.atLeast("timeout", 1, timeout));
        Objects.requireNonNull(retry);
    }
}
