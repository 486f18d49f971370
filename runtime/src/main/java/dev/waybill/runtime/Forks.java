package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Runs that continue another run's history. A fork shares the events before it; it costs one row, however long the
/// history is.
final class Forks {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final RunLoader loader;
    private final Notary notary;
    private final HostSettings settings;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final UlidFactory ids;

    Forks(
            RunStore store,
            RunLoader loader,
            Notary notary,
            HostSettings settings,
            InstantSource clock,
            RandomGenerator random) {
        this.store = store;
        this.loader = loader;
        this.notary = notary;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.ids = new UlidFactory(clock, random);
    }

    /// @param sequence the first event that the fork does itself
    /// @param key what makes two calls the same call; null when each is one of its own
    RunId fork(
            RunId source,
            long sequence,
            ForkMode mode,
            JsonObject overlay,
            ProcessId process,
            @Nullable IdempotencyKey key) {
        StoredRun origin = loader.found(source);
        if (sequence < 0 || sequence > origin.head()) {
            throw new Refused(
                    RefusalCode.INVALID_FROM_SEQ,
                    "expected a sequence from 0 to %d, found %d".formatted(origin.head(), sequence));
        }
        if (origin.head() == 0) {
            throw new Refused(RefusalCode.INVALID_FROM_SEQ, source + " has not begun; there is nothing to fork yet");
        }
        RunHeader header = header(origin, sequence, mode, overlay);
        List<StoredEvent> copied = List.of();
        if (header.prefix().size() > RunHeader.MOST_SEGMENTS) {
            copied = prefix(source, sequence);
            header = withoutPrefix(header);
        }
        Append append = new Append(
                header.runId(),
                header,
                header.prefixLength(),
                new Fence.Owned(process, Creation.FIRST_EPOCH),
                copied,
                notary.creation(header, JsonObject.EMPTY, chainHead(source, sequence)),
                projection(origin, sequence, header.createdAt()),
                false,
                process,
                null);
        JsonObject request = request(source, sequence, mode, overlay);
        Transaction transaction = new Transaction(
                List.of(append),
                List.of(),
                List.of(),
                Idempotency.record(key, request, Creation.answer(header.runId()), header.createdAt()));
        return switch (Creation.commitNew(store, transaction)) {
            case Commit.Done _ -> header.runId();
            case Commit.Answered answered -> Creation.created(Idempotency.answer(answered.earlier(), request));
            case Commit.Lost _, Commit.Fenced _ ->
                throw new IllegalStateException("a fresh run id was taken: " + header.runId());
        };
    }

    private static JsonObject request(RunId source, long sequence, ForkMode mode, JsonObject overlay) {
        return JsonObject.builder()
                .put("source", source.value())
                .put("sequence", sequence)
                .put("mode", mode.wire())
                .put("overlay", overlay)
                .build();
    }

    @Nullable
    Digest chainHead(RunId source, long sequence) {
        return store.receiptHeadBefore(source, sequence).map(ReceiptHead::ref).orElse(null);
    }

    RunHeader header(StoredRun origin, long sequence, ForkMode mode, JsonObject overlay) {
        RunHeader from = origin.header();
        return new RunHeader(
                RunId.of(ids.next()),
                from.tenant(),
                "wf_" + ids.next(),
                from.definitionId(),
                from.definition(),
                from.correlationId(),
                new Origin.Fork(from.runId(), from.workflowId(), sequence, mode, overlay),
                segments(from, sequence),
                from.receipts(),
                mode == ForkMode.REPLAY ? from.seed() : RunSeed.random(random),
                settings.engineVersion(),
                now(),
                from.options(),
                from.session());
    }

    /// The stretches that the source shares itself, up to the place, and then its own.
    static List<Segment> segments(RunHeader from, long sequence) {
        List<Segment> segments = new ArrayList<>();
        long covered = 0;
        for (Segment segment : from.prefix()) {
            if (covered < sequence) {
                segments.add(new Segment(segment.run(), Math.min(segment.end(), sequence)));
                covered = segment.end();
            }
        }
        if (covered < sequence) {
            segments.add(new Segment(from.runId(), sequence));
        }
        return segments;
    }

    static RunHeader withoutPrefix(RunHeader header) {
        return new RunHeader(
                header.runId(),
                header.tenant(),
                header.workflowId(),
                header.definitionId(),
                header.definition(),
                header.correlationId(),
                header.origin(),
                List.of(),
                header.receipts(),
                header.seed(),
                header.engineVersion(),
                header.createdAt(),
                header.options(),
                header.session());
    }

    List<StoredEvent> prefix(RunId source, long end) {
        List<StoredEvent> events = new ArrayList<>();
        while (events.size() < end) {
            events.addAll(store.events(source, events.size(), (int) Math.min(PAGE, end - events.size())));
        }
        return events;
    }

    /// A fork behind a run's end has ended, too; every other one has something to do.
    private static Projection projection(StoredRun origin, long sequence, Instant now) {
        RunStatus status = origin.projection().status();
        boolean ended = status.isTerminal() && sequence == origin.head();
        return new Projection(ended ? status : RunStatus.PENDING, !ended, null, null, now);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
