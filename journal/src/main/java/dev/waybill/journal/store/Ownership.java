package dev.waybill.journal.store;

import dev.waybill.journal.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Who works on which run. A process registers once and sends one heartbeat for all of its runs; when the
/// heartbeats stop, its runs can be claimed by others, in a new epoch.
public interface Ownership {

    /// @param kind what the process is, for people: `run`, `work`, `serve`, `mcp`
    void register(ProcessId process, String kind, Instant now);

    void heartbeat(ProcessId process, Instant now);

    /// Gives all runs back and forgets the process.
    void unregister(ProcessId process);

    /// Whether a process other than this one has shown itself within the lease.
    boolean othersAlive(ProcessId process, Instant now, Duration lease);

    /// Takes runs that need attention, oldest due first: those without an owner that are ready, woken or due; those
    /// whose owner died; and those that this process owns already and that were woken or are due. A run that changes
    /// its owner gets a new epoch; a wake is forgotten once claimed.
    List<Claim> claim(ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit);

    /// Makes a process look after a run that another one started.
    void adopt(ProcessId process, RunId run);

    /// The earliest deadline among the runs in scope that nobody owns; empty when none has one.
    Optional<Instant> nextDue(ProcessId process, ClaimScope scope);

    /// A run that was claimed, and the epoch to write in.
    ///
    /// @param takenOver whether another process owned it before and died: nobody knows what became of its work
    record Claim(RunId run, long epoch, boolean takenOver) {}

    /// Which runs a process works on.
    enum ClaimScope {
        /// Every run of the store.
        ALL,
        /// Those that it started or adopted.
        OWN
    }
}
