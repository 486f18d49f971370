package dev.waybill.journal.store;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Who works on which run. A process registers once and sends one heartbeat for all of its runs; when the
/// heartbeats stop, its runs can be claimed by others, in a new epoch. A process is alive while its last
/// heartbeat is not older than the lease; one that never registered is not.
public interface Ownership {

    /// How long a process may be silent before it is forgotten, once it owns no run. Its runs are anybody's long
    /// before, after the lease; this is about not keeping a row for every process that ever died. An owner is
    /// remembered: after a long outage its silence says nothing, and without a row it would count as dead.
    Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

    /// Owns what was given back and had been a dead owner's: it never registers, so it counts as dead.
    ProcessId NOBODY = new ProcessId("nobody");

    /// Registering counts as a heartbeat; doing it again changes the kind.
    ///
    /// @param kind what the process is, for people: `run`, `work`, `serve`, `mcp`
    void register(ProcessId process, String kind, Instant now);

    /// Says that the process lives, and forgets all without runs that have been silent for longer than
    /// [#FORGOTTEN_AFTER].
    ///
    /// @param status what the process says about itself, for people, until the next heartbeat
    /// @return false, and nothing is said, for a process that is not registered or was forgotten: it
    ///     registers again
    boolean heartbeat(ProcessId process, Instant now, JsonObject status);

    /// Says that the process lives, and nothing else.
    default boolean heartbeat(ProcessId process, Instant now) {
        return heartbeat(process, now, JsonObject.EMPTY);
    }

    /// Gives all runs back, woken and in the epoch they have, so that somebody looks after what was begun, and
    /// forgets the process; the runs still know who started them.
    void unregister(ProcessId process);

    /// Whether a process other than this one has shown itself within the lease.
    boolean othersAlive(ProcessId process, Instant now, Duration lease);

    /// The processes that have shown themselves within the lease, by id.
    List<LiveProcess> processes(Instant now, Duration lease);

    /// Takes runs that need attention: those without an owner that are ready, woken or due (`dueAt` is not after
    /// now); those whose owner, another process, died, whatever they do; and those that this process owns already
    /// and that were woken or are due. A run that changes its owner gets a new epoch; a wake is forgotten once
    /// claimed. A pruned run needs no attention. Who waits longest comes first: since `dueAt` when due and not
    /// ready, since `updatedAt` otherwise, then by id.
    ///
    /// @param except runs that the process leaves to others
    List<Claim> claim(ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except);

    /// Claims whatever needs attention.
    default List<Claim> claim(ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit) {
        return claim(process, scope, now, lease, limit, List.of());
    }

    /// Gives a claimed run back for somebody else to claim: it is woken again, and a run whose owner had died
    /// is still a dead owner's. Its epoch stays. Nothing happens unless the process owns it in the epoch of
    /// the claim.
    void giveBack(ProcessId process, Claim claim);

    /// Makes a process look after a run that another one started, and after all that it led to and that has
    /// not ended; owners stay. An unknown run is no mistake.
    void adopt(ProcessId process, RunId run);

    /// The earliest deadline, past ones too, among the runs in scope that have no owner; empty when none has one.
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
