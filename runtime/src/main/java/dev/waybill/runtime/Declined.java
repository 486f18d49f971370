package dev.waybill.runtime;

import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.ProcessId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs that this process leaves to others, because it lacks a node type or a key that they need. That this process
/// came first is no reason to fail them or to pause them: they are given back at once, and left alone for a while.
final class Declined {

    static final Duration A_WHILE = Duration.ofMinutes(1);

    private final Ownership ownership;
    private final Admission admission;
    private final Notary notary;
    private final ProcessId process;
    private final InstantSource clock;
    private final Trouble trouble;
    private final Map<RunId, Instant> until = new ConcurrentHashMap<>();

    Declined(
            Ownership ownership,
            Admission admission,
            Notary notary,
            ProcessId process,
            InstantSource clock,
            Trouble trouble) {
        this.ownership = ownership;
        this.admission = admission;
        this.notary = notary;
        this.process = process;
        this.clock = clock;
        this.trouble = trouble;
    }

    /// Gives a claimed run back, if this process cannot work on it.
    ///
    /// @param known what this process remembers of the run
    /// @param current the run as it is: somebody may have cancelled it since
    /// @return whether it did
    boolean giveBack(Claim claim, RunState known, Supplier<RunState> current) {
        RuntimeException lacking = lacking(known) == null ? null : lacking(current.get());
        if (lacking == null) {
            until.remove(claim.run());
            return false;
        }
        boolean news = until.put(claim.run(), clock.instant().plus(A_WHILE)) == null;
        ownership.giveBack(process, claim);
        if (news) {
            trouble.runFailed(claim.run(), lacking);
        }
        return true;
    }

    /// A run that is ending starts nothing any more: anybody may end it, so that a cancel never waits for a host that
    /// is gone.
    private @Nullable RuntimeException lacking(RunState state) {
        if (state.isTerminal()) {
            return null;
        }
        List<String> missing = state.isGuided()
                ? List.of()
                : admission.missing(state.workflow().definition());
        if (!missing.isEmpty() && state.phase() != Phase.ENDING) {
            return new Refused(
                    RefusalCode.CAPABILITY_REQUIRED,
                    "this host does not have " + String.join(", ", missing) + "; left to other hosts");
        }
        return notary.hasKeyFor(state.header())
                ? null
                : new KeyLost("this process never had the key that signs for it; left to other hosts");
    }

    /// What is not to be claimed now.
    List<RunId> now() {
        Instant now = clock.instant();
        return until.entrySet().stream()
                .filter(entry -> now.isBefore(entry.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
