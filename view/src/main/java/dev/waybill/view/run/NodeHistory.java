package dev.waybill.view.run;

import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How often and how long each node worked, from a run's events.
public final class NodeHistory {

    /// One node.
    ///
    /// @param executions begun, skipped ones not counted
    /// @param attempts of all executions together
    /// @param time of attempts that are over
    /// @param since when the attempt began that is going on; null when none is
    record Entry(
            int executions,
            int attempts,
            Duration time,
            @Nullable Instant since) {

        static final Entry NONE = new Entry(0, 0, Duration.ZERO, null);

        private Entry begun(int ordinal, Instant at) {
            return new Entry(Math.max(executions, ordinal), attempts + 1, time, at);
        }

        private Entry ended(Instant at) {
            return since == null ? this : new Entry(executions, attempts, time.plus(Duration.between(since, at)), null);
        }
    }

    private final Map<String, Entry> nodes = new LinkedHashMap<>();

    public void take(Event event) {
        switch (event.fact()) {
            case NodeFact.NodeStarted it ->
                nodes.put(it.nodeId(), of(it.nodeId()).begun(it.ordinal(), event.timestamp()));
            case NodeFact.NodeCompleted _, NodeFact.NodeFailed _, NodeFact.NodeRetried _, NodeFact.NodeCancelled _ -> {
                String node = event.nodeId();
                if (node != null) {
                    nodes.put(node, of(node).ended(event.timestamp()));
                }
            }
            default -> {}
        }
    }

    Entry of(String node) {
        return nodes.getOrDefault(node, Entry.NONE);
    }
}
