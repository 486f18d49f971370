package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Births.Newborn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs that continue another run's history. A fork shares the events before it; it costs one row, however long the
/// history is.
final class Forks {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final RunLoader loader;
    private final Decider decider;
    private final Births births;
    private final Headers headers;
    private final Remembering remembering;

    Forks(RunStore store, RunLoader loader, Decider decider, Births births, Headers headers, Remembering remembering) {
        this.store = store;
        this.loader = loader;
        this.decider = decider;
        this.births = births;
        this.headers = headers;
        this.remembering = remembering;
    }

    /// @param wanted the first event that the fork does itself; a replay of a branch begins no earlier
    /// than the branch
    /// @param key what makes two calls the same call; null when each is one of its own
    Created fork(
            Caller caller,
            RunId source,
            long wanted,
            ForkMode mode,
            JsonObject overlay,
            ProcessId process,
            @Nullable String key) {
        StoredRun origin = loader.found(source);
        requireInside(origin, wanted);
        long sequence = mode.repeats() ? Math.max(wanted, begin(origin.header())) : wanted;
        RunHeader header = headers.forked(
                caller, origin.header(), sequence, mode, overlay, remembering.forked(origin, sequence, mode));
        Newborn newborn = new Newborn(
                header,
                JsonObject.EMPTY,
                chainHead(source, sequence),
                header.prefixLength() == sequence ? List.of() : prefix(source, sequence),
                null,
                projection(origin, sequence, header.createdAt()),
                process);
        JsonObject request = request(source, wanted, mode, overlay);
        IdempotencyRecord call = Idempotency.record(
                Idempotency.key(caller, "runs.fork", key),
                request,
                Creation.answer(header.runId()),
                header.createdAt());
        try {
            births.bring(newborn, List.of(), _ -> Beside.of(call));
            return new Created(header.runId(), false);
        } catch (Answered answered) {
            return Creation.created(Idempotency.answer(answered.earlier(), request));
        }
    }

    /// Where the seed of a run begins to name what happens: what a branch shares with its source bears
    /// that one's names, and done again under its own it would differ. A replay has the seed of what it
    /// repeats.
    private long begin(RunHeader header) {
        if (!(header.origin() instanceof Origin.Fork fork)) {
            return 0;
        }
        return fork.mode().repeats()
                ? store.run(fork.source()).map(source -> begin(source.header())).orElse(fork.sequence())
                : fork.sequence();
    }

    /// What a run saw went with its events.
    ///
    /// @throws Refused when they were pruned
    void requireKept(RunId source, long sequence) {
        if (store.run(source).filter(StoredRun::pruned).isPresent()) {
            throw Remembering.unavailable(source, sequence, null);
        }
    }

    private static void requireInside(StoredRun origin, long sequence) {
        if (sequence < 0 || sequence > origin.head()) {
            throw new Refused(
                    RefusalCode.INVALID_FROM_SEQ,
                    "expected a sequence from 0 to %d, found %d".formatted(origin.head(), sequence));
        }
        if (origin.head() == 0) {
            throw new Refused(
                    RefusalCode.INVALID_FROM_SEQ,
                    origin.header().runId() + " has not begun; there is nothing to fork yet");
        }
    }

    private static JsonObject request(RunId source, long sequence, ForkMode mode, JsonObject overlay) {
        return JsonObject.builder()
                .put("source", source.value())
                .put("sequence", sequence)
                .put("mode", mode.wire())
                .put("overlay", overlay)
                .build();
    }

    /// What comes after a place of a guided run that has ended, in a run of its own. Nothing is true of it yet.
    ///
    /// @param said what the call brings of the evidence envelope
    /// @param command decided on the fork's state at that place
    Newborn guided(Caller caller, EvidenceEnvelope said, RunId source, long place, Command command) {
        long sequence = place + 1;
        RunHeader header = headers.forked(
                caller,
                loader.found(source).header(),
                sequence,
                ForkMode.BRANCH,
                JsonObject.EMPTY,
                Remembering.Seen.NOTHING);
        List<StoredEvent> prefix = prefix(source, sequence);
        RunState state = loader.begin(header);
        for (StoredEvent event : prefix) {
            state = Fold.evolve(state, EventCodec.decode(header.runId(), event));
        }
        Decision first = decider.under(said).decide(state, command);
        Newborn newborn = Newborn.of(first, JsonObject.EMPTY, chainHead(source, sequence), null);
        return header.prefixLength() == sequence ? newborn : newborn.with(prefix);
    }

    private @Nullable Digest chainHead(RunId source, long sequence) {
        return store.receiptHeadBefore(source, sequence).map(ReceiptHead::ref).orElse(null);
    }

    private List<StoredEvent> prefix(RunId source, long end) {
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
}
