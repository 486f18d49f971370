package dev.waybill.simulator;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Transactions by chance. Most fit what the store holds; some expect another head, owner or index, so that every
/// answer is given.
final class RandomTransactions {

    private final Random random;
    private final Population population;
    private final RunStore model;

    RandomTransactions(Random random, Population population, RunStore model) {
        this.random = random;
        this.population = population;
        this.model = model;
    }

    Transaction next(Instant now) {
        List<Append> appends = new ArrayList<>();
        int wanted = rarely() ? random.nextInt(4) : random.nextInt(5) == 0 ? 2 : 1;
        while (appends.size() < wanted) {
            RunId run = population.run();
            if (appends.stream().noneMatch(append -> append.run().equals(run))) {
                appends.add(append(run, now));
            }
        }
        return new Transaction(appends, blobs(), deliveries(now), answer(now), places(), memory(now));
    }

    private Append append(RunId run, Instant now) {
        StoredRun known = model.run(run).orElse(null);
        boolean creates = known == null ? !rarely() : rarely();
        TestAppend append = creates
                ? TestAppend.newRun(header(run))
                : TestAppend.append(run, known == null ? 0 : known.head() + wrongNowAndThen());
        fence(append, known);
        if (random.nextInt(3) == 0) {
            append.startedBy(population.process());
        }
        if (random.nextInt(4) == 0) {
            append.wakes(population.run());
        }
        if (random.nextInt(4) == 0) {
            append.release();
        }
        return append.events(random.nextInt(4))
                .receipts(receipts(run))
                .projection(projection(now))
                .build();
    }

    private void fence(TestAppend append, @Nullable StoredRun known) {
        ProcessId owner = known == null ? null : known.owner();
        if (random.nextInt(3) == 0) {
            append.ownedBy(population.process(), random.nextInt(4));
        } else if (owner != null && known != null && random.nextBoolean()) {
            append.ownedBy(owner, known.epoch() + wrongNowAndThen());
        }
    }

    private RunHeader header(RunId run) {
        RunHeader header = graph(run);
        return random.nextInt(3) == 0 ? TestRuns.inSession(header, population.session()) : header;
    }

    private RunHeader graph(RunId run) {
        RunId other = population.run();
        return switch (random.nextInt(4)) {
            case 0 -> TestRuns.header(run, population.tenant(), population.definition());
            case 1 -> TestRuns.child(run, other);
            default -> model.run(other).map(source -> fork(run, source)).orElseGet(() -> TestRuns.header(run));
        };
    }

    /// A fork at any place, even one behind the end.
    private RunHeader fork(RunId run, StoredRun source) {
        long end = random.nextLong(source.head() + 1) + (rarely() ? 1 : 0);
        List<Segment> prefix = new ArrayList<>();
        List<Segment> whole = new ArrayList<>(source.header().prefix());
        whole.add(new Segment(source.header().runId(), Long.MAX_VALUE));
        long from = 0;
        for (Segment segment : whole) {
            if (from < end) {
                prefix.add(new Segment(segment.run(), Math.min(segment.end(), end)));
            }
            from = segment.end();
        }
        return TestRuns.fork(run, source.header().runId(), prefix.toArray(Segment[]::new));
    }

    private StoredReceipt[] receipts(RunId run) {
        List<StoredReceipt> receipts = new ArrayList<>();
        long steps = model.receiptHead(run).map(head -> head.count()).orElse(0L) + wrongNowAndThen();
        for (int i = random.nextInt(3); i > 0; i--) {
            receipts.add(TestRuns.step(run, steps, steps - 1));
            steps++;
        }
        if (rarely()) {
            long summaries = model.receipts(run, StoredReceipt.Kind.SUMMARY, 0, Integer.MAX_VALUE)
                    .size();
            receipts.add(TestRuns.summary(run, summaries + wrongNowAndThen(), 0));
        }
        return receipts.toArray(StoredReceipt[]::new);
    }

    private Projection projection(Instant now) {
        RunStatus status = population.status();
        boolean open = !status.isTerminal();
        Instant due = open && random.nextInt(3) == 0 ? now.plusSeconds(random.nextInt(-10, 60)) : null;
        return new Projection(status, open && random.nextInt(3) == 0, due, random.nextBoolean() ? "nöde" : null, now);
    }

    private List<Blob> blobs() {
        return rarely() ? List.of(Blob.of(population.body())) : List.of();
    }

    private List<OutboxItem> deliveries(Instant now) {
        return rarely()
                ? List.of(TestRuns.delivery(
                        population.delivery(),
                        population.run(),
                        random.nextInt(5),
                        now.plusSeconds(random.nextInt(20))))
                : List.of();
    }

    /// Most are in runs that are there; a few contradict what a reference stood for.
    private List<TokenPlace> places() {
        if (random.nextInt(3) > 0) {
            return List.of();
        }
        TokenPlace place = population.place();
        if (model.run(place.run()).isEmpty() && !rarely()) {
            return List.of();
        }
        return List.of(
                rarely() ? new TokenPlace(place.ref(), place.run(), place.sequence(), place.serial() + 1) : place);
    }

    /// Writes of few entries, so that they meet.
    private List<MemoryWrite> memory(Instant now) {
        if (!rarely()) {
            return List.of();
        }
        RunId run = population.run();
        return List.of(new MemoryWrite(
                new MemoryScope(TestRuns.TENANT, "scope-" + random.nextInt(2)),
                random.nextBoolean() ? "" : run.value() + "/",
                run,
                random.nextInt(5),
                "ref",
                "entry-" + random.nextInt(3),
                rarely() ? null : "at " + now,
                List.of(),
                now,
                random.nextBoolean() ? null : now.plusSeconds(random.nextInt(20))));
    }

    private @Nullable IdempotencyRecord answer(Instant now) {
        return rarely() ? TestRuns.answer(population.call(), "answered at " + now, now) : null;
    }

    /// Negative heads and indexes are nobody's mistake to make.
    private long wrongNowAndThen() {
        return rarely() ? 1 : 0;
    }

    private boolean rarely() {
        return random.nextInt(8) == 0;
    }
}
