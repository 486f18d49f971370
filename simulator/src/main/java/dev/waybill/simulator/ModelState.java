package dev.waybill.simulator;

import dev.waybill.base.Digest;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.StoredMemory;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The tables of the model, and what a transaction does to them. Who touches them holds their monitor.
final class ModelState {

    final NavigableMap<RunId, ModelRun> runs = new TreeMap<>();
    final Set<RunId> woken = new TreeSet<>();
    final Map<ProcessId, LiveProcess> processes = new TreeMap<>(Comparator.comparing(ProcessId::value));
    final Map<String, OutboxItem> outbox = new TreeMap<>();
    final Map<Digest, byte[]> blobs = new TreeMap<>();
    final Map<IdempotencyKey, IdempotencyRecord> answers = new LinkedHashMap<>();
    final Map<TokenRef, TokenPlace> places = new LinkedHashMap<>();
    final Map<Integer, TokenKey> tokenKeys = new TreeMap<>();
    final Map<String, ApiKey> apiKeys = new TreeMap<>();
    final Map<String, DeadLetter> dead = new TreeMap<>();
    final Map<String, Webhook> webhooks = new TreeMap<>();
    final List<Document> documents = new ArrayList<>();
    final Map<LatchKey, Latch> latches = new TreeMap<>();
    final List<StoredMemory> memory = new ArrayList<>();
    final Map<MemoryScope, MemoryMark> memoryMarks = new TreeMap<>();
    long stamp;

    /// Runs in the order in which their logs grew, one entry for each event.
    final List<RunId> grown = new ArrayList<>();

    /// Notes that something changed, and wakes who waits for it.
    void changed() {
        stamp++;
        notifyAll();
    }

    /// Forgets processes that own nothing and were last seen before a time.
    void forget(Instant before) {
        processes
                .values()
                .removeIf(each -> each.seenAt().isBefore(before)
                        && runs.values().stream()
                                .noneMatch(run ->
                                        each.process().equals(run.stored().owner())));
    }

    Commit commit(Transaction transaction) {
        IdempotencyRecord record = transaction.idempotency();
        if (record != null) {
            Optional<IdempotencyRecord> earlier = answered(record.key(), record.createdAt());
            if (earlier.isPresent()) {
                return new Commit.Answered(earlier.get());
            }
        }
        Map<RunId, ModelRun> after = new LinkedHashMap<>();
        for (Append append : transaction.appends()) {
            Commit refusal = add(append, after);
            if (refusal != null) {
                return refusal;
            }
        }
        for (Latch latch : transaction.latches()) {
            Latch there = latches.get(latch.key());
            long version = there == null ? 0 : there.version();
            if (version != latch.version() - 1) {
                return new Commit.Latched(latch.key(), version);
            }
        }
        requireKeepable(transaction.places(), after);
        ModelDocuments files = new ModelDocuments(this);
        int before = documents.size();
        for (Edit edit : transaction.edits()) {
            if (files.edit(edit) instanceof Edited.Conflict) {
                documents.subList(before, documents.size()).clear();
                RunId run = transaction.appends().getFirst().run();
                return lost(run, runs.get(run));
            }
        }
        runs.putAll(after);
        transaction.appends().forEach(append -> append.events().forEach(_ -> grown.add(append.run())));
        transaction.places().forEach(place -> places.put(place.ref(), place));
        transaction.appends().forEach(this::wake);
        for (Blob blob : transaction.blobs()) {
            blobs.putIfAbsent(blob.digest(), blob.bytes());
        }
        for (OutboxItem item : transaction.outbox()) {
            outbox.putIfAbsent(item.id(), item);
        }
        transaction.latches().forEach(latch -> latches.put(latch.key(), latch));
        transaction.memory().forEach(new ModelMemories(this)::write);
        if (record != null) {
            answers.put(record.key(), record);
        }
        changed();
        return Commit.DONE;
    }

    private void requireKeepable(List<TokenPlace> wanted, Map<RunId, ModelRun> after) {
        for (TokenPlace place : wanted) {
            TokenPlace known = places.getOrDefault(place.ref(), place);
            if (!known.equals(place) || find(place.run(), after) == null) {
                throw TokenPlace.mistake(wanted);
            }
        }
    }

    private void wake(Append append) {
        RunId run = append.wakes();
        if (run != null && runs.containsKey(run)) {
            woken.add(run);
        }
    }

    Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now) {
        return Optional.ofNullable(answers.get(key))
                .filter(record -> record.expiresAt().isAfter(now));
    }

    /// Adds to what the transaction changed so far; gives the answer when that cannot be.
    private @Nullable Commit add(Append append, Map<RunId, ModelRun> after) {
        ModelRun run = find(append.run(), after);
        RunHeader header = append.creates();
        Commit refusal = header == null ? refusal(append, run) : refusal(append, header, run, after);
        if (refusal == null) {
            ModelRun before = header == null ? Objects.requireNonNull(run) : ModelRun.created(header, append);
            after.put(append.run(), before.with(append));
        }
        return refusal;
    }

    /// Why a run cannot grow.
    private static @Nullable Commit refusal(Append append, @Nullable ModelRun run) {
        if (run == null) {
            return lost(append.run(), null);
        }
        if (!run.allows(append.fence())) {
            return new Commit.Fenced(append.run());
        }
        boolean follows = run.stored().head() == append.expectedHead() && run.takes(append.receipts());
        return follows && !run.stored().pruned() ? null : lost(append.run(), run);
    }

    /// Why a run cannot be created.
    private @Nullable Commit refusal(
            Append append, RunHeader header, @Nullable ModelRun run, Map<RunId, ModelRun> after) {
        if (run != null || !ModelRun.created(header, append).takes(append.receipts())) {
            return lost(append.run(), run);
        }
        return missing(header, after);
    }

    /// The first stretch of a prefix that is not there.
    private @Nullable Commit missing(RunHeader header, Map<RunId, ModelRun> after) {
        long from = 0;
        for (Segment segment : header.prefix()) {
            ModelRun source = find(segment.run(), after);
            if (source == null || !source.holds(from, segment.end())) {
                return lost(segment.run(), source);
            }
            from = segment.end();
        }
        return null;
    }

    private @Nullable ModelRun find(RunId id, Map<RunId, ModelRun> after) {
        ModelRun changed = after.get(id);
        return changed == null ? runs.get(id) : changed;
    }

    private static Commit lost(RunId id, @Nullable ModelRun run) {
        return new Commit.Lost(id, run == null ? -1 : run.stored().head());
    }

    /// A run and all that it led to, parents before their children, each once: damaged rows may go round in
    /// circles.
    List<RunId> family(RunId first) {
        List<RunId> family = new ArrayList<>(runs.containsKey(first) ? List.of(first) : List.of());
        for (int i = 0; i < family.size(); i++) {
            RunId parent = family.get(i);
            runs.forEach((run, model) -> {
                if (model.stored().header().origin() instanceof Origin.Child child
                        && child.parent().equals(parent)
                        && !family.contains(run)) {
                    family.add(run);
                }
            });
        }
        return family;
    }
}
