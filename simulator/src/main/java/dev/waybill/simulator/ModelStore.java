package dev.waybill.simulator;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The model of a store: maps behind one monitor. It is slow and obvious, so that real stores can be compared
/// with it.
public final class ModelStore extends ModelOutbox implements RunStore {

    public ModelStore() {
        this(new ModelState());
    }

    private ModelStore(ModelState state) {
        super(state);
    }

    /// The same data, as another process sees it.
    public ModelStore elsewhere() {
        return new ModelStore(state);
    }

    @Override
    public Commit commit(Transaction transaction) {
        synchronized (state) {
            return state.commit(transaction);
        }
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        synchronized (state) {
            return Optional.ofNullable(state.runs.get(run)).map(ModelRun::stored);
        }
    }

    @Override
    public List<StoredEvent> events(RunId id, long from, int limit) {
        synchronized (state) {
            ModelRun run = state.runs.get(id);
            if (run == null || run.stored().pruned()) {
                return List.of();
            }
            List<StoredEvent> log = log(run);
            // A log has no gaps, so a sequence is a place in it.
            int begin = Math.clamp(from, 0, log.size());
            return List.copyOf(log.subList(begin, begin + Math.min(limit, log.size() - begin)));
        }
    }

    private List<StoredEvent> log(ModelRun run) {
        if (run.stored().header().prefix().isEmpty()) {
            return run.own();
        }
        List<StoredEvent> log = new ArrayList<>();
        for (Segment segment : run.stored().header().prefix()) {
            log.addAll(Objects.requireNonNull(state.runs.get(segment.run())).own(log.size(), segment.end()));
        }
        log.addAll(run.own());
        return log;
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        synchronized (state) {
            return state.runs.descendingMap().values().stream()
                    .map(ModelRun::stored)
                    .filter(run -> isAskedFor(run, query))
                    .limit(query.limit())
                    .toList();
        }
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        synchronized (state) {
            return runs.stream()
                    .flatMap(run -> Stream.ofNullable(state.runs.get(run)))
                    .map(run -> RunHead.of(run.stored()))
                    .toList();
        }
    }

    @Override
    public Growth grown(long since, int most) {
        synchronized (state) {
            int newest = state.grown.size();
            if (since < 0) {
                return new Growth(newest, List.of(), true);
            }
            if (since > newest || newest - since >= most) {
                return new Growth(newest, List.of(), since == newest);
            }
            List<StoredRun> runs = state.grown.subList((int) since, newest).stream()
                    .distinct()
                    .sorted()
                    .flatMap(run -> run(run).stream())
                    .toList();
            return new Growth(newest, runs, true);
        }
    }

    private Stream<StoredRun> all() {
        return state.runs.values().stream().map(ModelRun::stored);
    }

    private static boolean isAskedFor(StoredRun run, RunQuery query) {
        RunHeader header = run.header();
        RunId parent = header.origin() instanceof Origin.Child child ? child.parent() : null;
        RunId source = header.origin() instanceof Origin.Fork fork ? fork.source() : null;
        return isWanted(query.tenant(), header.tenant())
                && isWanted(query.definitionId(), header.definitionId())
                && isWanted(query.session(), header.session())
                && (!query.guided() || header.isGuided())
                && (query.statuses().isEmpty()
                        || query.statuses().contains(run.projection().status()))
                && header.runId().value().startsWith(query.idPrefix())
                && header.runId().value().endsWith(query.idSuffix())
                && isWanted(query.parent(), parent)
                && (!query.roots() || parent == null)
                && isFound(query.search(), header)
                && isWanted(query.forkOf(), source)
                && (query.before() == null || header.runId().compareTo(query.before()) < 0)
                && (query.updatedBefore() == null
                        || run.projection().updatedAt().isBefore(query.updatedBefore()));
    }

    private static boolean isFound(String search, RunHeader header) {
        return search.isEmpty()
                || RunQuery.small(header.runId().value()).startsWith(search)
                || RunQuery.small(header.definitionId()).contains(search);
    }

    private static boolean isWanted(@Nullable Object wanted, @Nullable Object found) {
        return wanted == null || wanted.equals(found);
    }

    @Override
    public List<StoredReceipt> receipts(RunId id, StoredReceipt.Kind kind, long fromIndex, int limit) {
        synchronized (state) {
            return Optional.ofNullable(state.runs.get(id)).stream()
                    .flatMap(run -> run.receipts(kind).stream())
                    .filter(receipt -> receipt.index() >= fromIndex)
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public Optional<ReceiptHead> receiptHead(RunId run) {
        return receiptHeadBefore(run, Long.MAX_VALUE);
    }

    @Override
    public Optional<ReceiptHead> receiptHeadBefore(RunId run, long sequence) {
        return receipts(run, StoredReceipt.Kind.STEP, 0, Integer.MAX_VALUE).stream()
                .filter(receipt -> receipt.sequence() < sequence || receipt.sequence() == StoredReceipt.CREATION)
                .reduce((_, later) -> later)
                .map(receipt -> new ReceiptHead(receipt.index() + 1, receipt.ref()));
    }

    @Override
    public void register(ProcessId process, String kind, Instant now) {
        synchronized (state) {
            state.processes.put(process, new LiveProcess(process, kind, now, JsonObject.EMPTY));
        }
    }

    @Override
    public boolean heartbeat(ProcessId process, Instant now, JsonObject status) {
        synchronized (state) {
            LiveProcess known = state.processes.computeIfPresent(
                    process, (_, before) -> new LiveProcess(process, before.kind(), now, status));
            state.forget(now.minus(FORGOTTEN_AFTER));
            return known != null;
        }
    }

    @Override
    public List<LiveProcess> processes(Instant now, Duration lease) {
        synchronized (state) {
            return state.processes.values().stream()
                    .filter(each -> isAlive(each.process(), now, lease))
                    .toList();
        }
    }

    @Override
    public void unregister(ProcessId process) {
        synchronized (state) {
            state.processes.remove(process);
            for (ModelRun run : List.copyOf(state.runs.values())) {
                if (process.equals(run.stored().owner())) {
                    state.runs.put(id(run), run.ownedBy(null, run.stored().epoch()));
                    state.woken.add(id(run));
                }
            }
        }
    }

    @Override
    public boolean othersAlive(ProcessId process, Instant now, Duration lease) {
        synchronized (state) {
            return state.processes.keySet().stream()
                    .anyMatch(other -> !other.equals(process) && isAlive(other, now, lease));
        }
    }

    private boolean isAlive(ProcessId process, Instant now, Duration lease) {
        LiveProcess known = state.processes.get(process);
        return known != null && !known.seenAt().isBefore(now.minus(lease));
    }

    @Override
    public List<Claim> claim(
            ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except) {
        synchronized (state) {
            return inScope(process, scope)
                    .filter(run -> needsAttention(run, process, now, lease) && !except.contains(id(run)))
                    .sorted(Comparator.comparing((ModelRun run) -> run.waitsSince(now))
                            .thenComparing(ModelStore::id))
                    .limit(limit)
                    .toList()
                    .stream()
                    .map(run -> claim(process, run))
                    .toList();
        }
    }

    @Override
    public void giveBack(ProcessId process, Claim claim) {
        synchronized (state) {
            ModelRun run = state.runs.get(claim.run());
            if (run != null
                    && process.equals(run.stored().owner())
                    && run.stored().epoch() == claim.epoch()) {
                state.runs.put(claim.run(), run.ownedBy(claim.takenOver() ? NOBODY : null, claim.epoch()));
                state.woken.add(claim.run());
            }
        }
    }

    private boolean needsAttention(ModelRun run, ProcessId process, Instant now, Duration lease) {
        ProcessId owner = run.stored().owner();
        boolean called = state.woken.contains(id(run)) || run.isDue(now);
        boolean needed = owner == null
                ? called || run.projection().ready()
                : owner.equals(process) ? called : !isAlive(owner, now, lease);
        return needed && !run.stored().pruned();
    }

    private Claim claim(ProcessId process, ModelRun run) {
        ProcessId before = run.stored().owner();
        boolean changes = !process.equals(before);
        long epoch = run.stored().epoch() + (changes ? 1 : 0);
        state.runs.put(id(run), run.ownedBy(process, epoch));
        state.woken.remove(id(run));
        return new Claim(id(run), epoch, changes && before != null);
    }

    private Stream<ModelRun> inScope(ProcessId process, ClaimScope scope) {
        return state.runs.values().stream()
                .filter(run ->
                        scope == ClaimScope.ALL || process.equals(run.stored().startedBy()));
    }

    private static RunId id(ModelRun run) {
        return run.stored().header().runId();
    }

    @Override
    public void adopt(ProcessId process, RunId run) {
        synchronized (state) {
            for (RunId member : state.family(run)) {
                state.runs.computeIfPresent(
                        member,
                        (_, known) -> member.equals(run)
                                        || !known.projection().status().isTerminal()
                                ? known.startedBy(process)
                                : known);
            }
        }
    }

    @Override
    public long openRuns(String tenant, long most) {
        synchronized (state) {
            return state.runs.values().stream()
                    .filter(run -> run.stored().header().tenant().equals(tenant)
                            && !run.projection().status().isTerminal())
                    .limit(most)
                    .count();
        }
    }

    @Override
    public long familySize(RunId first, long most) {
        synchronized (state) {
            return Math.min(most, state.family(first).size());
        }
    }

    @Override
    public Optional<Instant> nextDue(ProcessId process, ClaimScope scope) {
        synchronized (state) {
            return inScope(process, scope)
                    .filter(run -> run.stored().owner() == null)
                    .flatMap(run -> Stream.ofNullable(run.projection().dueAt()))
                    .min(Comparator.naturalOrder());
        }
    }

    @Override
    public boolean prune(RunId id) {
        synchronized (state) {
            ModelRun run = state.runs.get(id);
            if (run == null
                    || run.stored().pruned()
                    || !run.projection().status().isTerminal()
                    || all().anyMatch(other -> shares(other, id))) {
                return false;
            }
            state.runs.put(id, run.withoutEvents());
            String tenant = run.stored().header().tenant();
            state.answers.keySet().removeIf(key -> key.tenant().equals(tenant) && key.belongsTo(id));
            state.changed();
            return true;
        }
    }

    private static boolean shares(StoredRun fork, RunId source) {
        return !fork.pruned()
                && fork.header().prefix().stream()
                        .anyMatch(segment -> segment.run().equals(source));
    }

    @Override
    public int expire(Instant now) {
        synchronized (state) {
            int before = state.answers.size();
            state.answers.values().removeIf(record -> !record.expiresAt().isAfter(now));
            return before - state.answers.size();
        }
    }

    @Override
    public Changes changes() {
        return new ModelChanges(state);
    }

    @Override
    public String describe() {
        return "memory";
    }

    /// Nothing to give back: what was opened elsewhere goes on.
    @Override
    public void close() {}
}
