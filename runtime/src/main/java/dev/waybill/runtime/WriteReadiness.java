package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whether this process can take a write of every tenant now. The answer is computed here and nowhere else: `/ready`,
/// the heartbeat, and with it `doctor`, the metrics and the System page all read it.
public final class WriteReadiness {

    /// What a heartbeat says is in the way.
    public static final String OBSTACLE = "obstacle";

    private static final String SIGNS_AS = "signsAs";
    private static final String SINCE = "since";
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration FRESH_RUNS = Duration.ofSeconds(10);
    private static final int MOST_LOOKED_AT = 200;
    private static final List<RunStatus> OPEN =
            Stream.of(RunStatus.values()).filter(status -> !status.isTerminal()).toList();

    private final RunStore store;
    private final Notary notary;
    private final ProcessId process;
    private final HostSettings settings;
    private final InstantSource clock;
    private final Instant since;
    private volatile @Nullable Known known;
    private volatile @Nullable Known ofRuns;

    private record Known(Instant at, Optional<RuntimeException> obstacle) {
        boolean isFresh(Instant now, Duration most) {
            return Duration.between(at, now).abs().compareTo(most) < 0;
        }
    }

    WriteReadiness(RunStore store, Notary notary, ProcessId process, HostSettings settings, InstantSource clock) {
        this.store = store;
        this.notary = notary;
        this.process = process;
        this.settings = settings;
        this.clock = clock;
        this.since = clock.instant();
    }

    /// What is in the way; empty when nothing is. An answer is a second old at most.
    public Optional<RuntimeException> obstacle() {
        Instant now = clock.instant();
        Known before = known;
        if (before == null || !before.isFresh(now, FRESH)) {
            before = new Known(now, look(now));
            known = before;
        }
        return before.obstacle();
    }

    private Optional<RuntimeException> look(Instant now) {
        try {
            store.requireWritable();
            if (settings.receipts().issue()) {
                String name = notary.signsAs(now);
                requireKeysOfOpenRuns(now);
                requireKeysOfElders(name, now);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    /// Whoever comes to an open run, to answer or to cancel it, needs a signature under the name that the run began
    /// with.
    private void requireKeysOfOpenRuns(Instant now) {
        Known before = ofRuns;
        if (before == null || !before.isFresh(now, FRESH_RUNS)) {
            before = new Known(now, runWithoutKey());
            ofRuns = before;
        }
        before.obstacle().ifPresent(problem -> {
            throw problem;
        });
    }

    private Optional<RuntimeException> runWithoutKey() {
        return store.runs(RunQuery.where().statuses(OPEN).newest(MOST_LOOKED_AT)).stream()
                .map(StoredRun::header)
                .filter(run -> !run.isReplay() && !notary.hasKeyFor(run))
                .findFirst()
                .map(run ->
                        new KeyLost("%s is signed with a key that this process does not have, so it cannot go on here"
                                .formatted(run.runId())));
    }

    /// Of two processes whose keys differ the later one is not ready: callers of the other are served.
    private void requireKeysOfElders(@Nullable String name, Instant now) {
        for (LiveProcess other : store.processes(now, settings.lease())) {
            String signsAs = other.status().string(SIGNS_AS).orElse(null);
            if (signsAs != null && !other.process().equals(process) && isElder(other) && !notary.knows(signsAs)) {
                throw new KeyLost(
                        "process %s on the same store signs as %s, and this one has no key for that name; it signs as %s. Give both the same keys."
                                .formatted(other.process(), signsAs, name));
            }
        }
    }

    private boolean isElder(LiveProcess other) {
        return other.status()
                .string(SINCE)
                .map(Times::parse)
                .filter(begun -> begun.isBefore(since))
                .isPresent();
    }

    /// What a heartbeat says, with what is in the way here. Only who works on all runs is asked by others.
    JsonObject describe(JsonObject status) {
        if (settings.scope() != ClaimScope.ALL) {
            return status;
        }
        RuntimeException problem = obstacle().orElse(null);
        return status.with(SINCE, Times.format(since))
                .withIfPresent(SIGNS_AS, name())
                .withIfPresent(
                        OBSTACLE, problem == null ? null : Refusals.of(problem).message());
    }

    private @Nullable String name() {
        try {
            return settings.receipts().issue() ? notary.signsAs(clock.instant()) : null;
        } catch (KeyLost _) {
            return null;
        }
    }
}
