package dev.waybill.runtime.check;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Checks everything that a store holds: logs are dense and fold, projections are the fold's, forks have their source's
/// history, children and parents know each other, and every event that requires a receipt has one that verifies and
/// says what the event says.
public final class Fsck {

    private static final int PAGE = 200;
    private static final String PINNED = "definitions";

    private final RunStore store;
    private final ReceiptIssuers issuers;
    private final Instant now;
    private final Tally tally;
    private final RunReader runs;
    private final @Nullable Repetition deep;
    private final Set<Digest> seen = new HashSet<>();

    private Fsck(RunStore store, ReceiptIssuers issuers, Instant now, @Nullable Repetition deep, Tally tally) {
        this.store = store;
        this.issuers = issuers;
        this.now = now;
        this.tally = tally;
        this.runs = RunReader.of(store, Caller.operator(""));
        this.deep = deep;
    }

    /// @param issuers whose keys are known
    /// @param now the time at which receipts are judged
    /// @param sink is told each finding when it is found
    public static FsckCounts check(RunStore store, ReceiptIssuers issuers, Instant now, Consumer<FsckFinding> sink) {
        return check(store, issuers, now, null, sink);
    }

    /// @param deep decides every run once more, which finds edits that no receipt binds; null to leave that out
    public static FsckCounts check(
            RunStore store,
            ReceiptIssuers issuers,
            Instant now,
            @Nullable Repetition deep,
            Consumer<FsckFinding> sink) {
        Tally tally = new Tally(sink);
        ExecutorService threads = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().daemon().name("waybill-fsck-", 0).factory());
        try {
            new Fsck(store, issuers, now, deep, tally).run(threads);
        } finally {
            threads.shutdownNow();
        }
        return tally.counts();
    }

    /// One run's part, looked at beside others and told in the order of the list.
    private record Checked(Tally tally, List<FsckFinding> findings) {}

    private void run(ExecutorService threads) {
        checkRows();
        RunId last = null;
        List<StoredRun> page = page(null);
        while (!page.isEmpty()) {
            List<Future<Checked>> checked = new ArrayList<>();
            for (StoredRun run : page) {
                RunId id = run.header().runId();
                if (last != null && id.compareTo(last) >= 0) {
                    checked.forEach(this::tell);
                    tally.find(
                            FsckCode.RUNS_UNREADABLE,
                            id,
                            null,
                            "the list of runs has it elsewhere; no earlier run was checked");
                    return;
                }
                readable(tally, id, () -> checkDefinitions(run.header()));
                checked.add(threads.submit(() -> {
                    List<FsckFinding> found = new ArrayList<>();
                    Tally own = new Tally(found::add);
                    readable(own, id, () -> check(run, own));
                    return new Checked(own, found);
                }));
                last = id;
            }
            checked.forEach(this::tell);
            page = page(last);
        }
    }

    private void tell(Future<Checked> checked) {
        try {
            Checked done = checked.get();
            tally.add(done.tally(), done.findings());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the check was interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    /// Each row by itself first: what a run's history says is judged from rows that may be believed, or that were
    /// named.
    private void checkRows() {
        try {
            tally.unsealed = store.examine(
                    deep != null,
                    damage -> tally.find(
                            FsckCode.ROW_CHANGED, damage.run(), null, damage.place() + ": " + damage.message()));
        } catch (StoreException e) {
            requireDamage(e);
            tally.find(FsckCode.ROW_CHANGED, null, null, String.valueOf(e.getMessage()));
        }
    }

    private List<StoredRun> page(@Nullable RunId before) {
        try {
            return store.runs(RunQuery.where().before(before).newest(PAGE));
        } catch (RuntimeException e) {
            requireDamage(e);
            String where = before == null ? "the first runs" : "the runs before " + before;
            tally.find(
                    FsckCode.RUNS_UNREADABLE,
                    null,
                    null,
                    where + " cannot be read, so no earlier run was checked: " + e.getMessage());
            return List.of();
        }
    }

    /// Somebody may have written anything into a row: what cannot be read is a finding like others, and no reason to
    /// leave the rest unchecked.
    private static void readable(Tally tally, RunId run, Runnable check) {
        try {
            check.run();
        } catch (RuntimeException e) {
            requireDamage(e);
            tally.find(FsckCode.RUN_UNREADABLE, run, null, String.valueOf(e.getMessage()));
        }
    }

    /// A store that is out of reach is no finding.
    private static void requireDamage(RuntimeException e) {
        if (e instanceof StoreException store && store.problem() != StoreProblem.CORRUPT) {
            throw e;
        }
    }

    private void check(StoredRun run, Tally tally) {
        tally.runs++;
        if (run.pruned()) {
            tally.pruned++;
        } else {
            boolean folds = new LogCheck(store, runs, issuers, tally, run).run();
            new FamilyCheck(store, tally, run).run();
            if (folds && deep != null) {
                new DeepCheck(store, runs, deep, tally).run(run);
            }
        }
        if (run.header().receipts().issue()) {
            new ReceiptSetCheck(store, issuers, now, tally, run).run();
        }
    }

    private void checkDefinitions(RunHeader header) {
        checkDefinition(header, header.definition());
        header.options().object(PINNED).ifPresent(pins -> {
            for (JsonValue pin : new ArrayList<>(pins.members().values())) {
                if (pin instanceof JsonString text) {
                    checkDefinition(header, Digest.parse(text.value()));
                }
            }
        });
    }

    private void checkDefinition(RunHeader header, Digest digest) {
        if (!seen.add(digest)) {
            return;
        }
        tally.definitions++;
        byte[] bytes = store.blob(digest).orElse(null);
        if (bytes == null) {
            tally.find(FsckCode.DEFINITION_MISSING, header.runId(), null, "there is no definition " + digest);
        } else if (!Digest.of(bytes).equals(digest)) {
            tally.find(
                    FsckCode.BLOB_CHANGED,
                    header.runId(),
                    null,
                    "the definition %s has the digest %s".formatted(digest, Digest.of(bytes)));
        }
    }
}
