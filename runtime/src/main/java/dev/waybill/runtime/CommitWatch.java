package dev.waybill.runtime;

import dev.waybill.engine.decide.Decision;
import java.time.Duration;

/// Looks at what this process has committed: for traces, figures and logs. It is told once for every decision that
/// became true, by the process that made it so; it must neither wait nor throw.
@FunctionalInterface
public interface CommitWatch {

    CommitWatch NONE = (_, _) -> {};

    /// @param took how long the store took to make it durable
    void committed(Decision decision, Duration took);

    /// Both of them.
    default CommitWatch and(CommitWatch other) {
        return (decision, took) -> {
            committed(decision, took);
            other.committed(decision, took);
        };
    }
}
