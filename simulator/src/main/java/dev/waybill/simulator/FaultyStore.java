package dev.waybill.simulator;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latches;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Postings;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RowDamage;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhooks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A store behind a bad line: it fails when a script says so, and keeps its data all the same.
public final class FaultyStore implements RunStore {

    private final RunStore store;
    private final Function<Transaction, Commit> commits;
    private final FaultScript script;
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
    private @Nullable Transaction underway;

    public FaultyStore(RunStore store, FaultScript script) {
        this(store, store::commit, script);
    }

    /// @param commits how transactions that get through reach the store, for who wants to look at each
    public FaultyStore(RunStore store, Function<Transaction, Commit> commits, FaultScript script) {
        this.store = store;
        this.commits = commits;
        this.script = script;
    }

    /// How often a fault happened, so that a simulation can say what it went through.
    public synchronized int count(Fault fault) {
        return counts.getOrDefault(fault, 0);
    }

    /// Lets a late transaction arrive now.
    public synchronized void arrive() {
        Transaction late = underway;
        if (late != null) {
            underway = null;
            Commit _ = commits.apply(late);
        }
    }

    /// One at a time: the order of the calls decides which fault hits which.
    @Override
    public synchronized Commit commit(Transaction transaction) {
        Fault fault = next("commit");
        return switch (fault) {
            case NONE, REFUSED, ANSWER_LOST -> {
                arrive();
                yield perform(fault, () -> commits.apply(transaction));
            }
            case TWICE -> {
                arrive();
                Commit first = commits.apply(transaction);
                Commit _ = commits.apply(transaction);
                yield first;
            }
            case LATE -> {
                arrive();
                underway = transaction;
                throw lost(true);
            }
        };
    }

    private synchronized Fault next(String operation) {
        Fault fault = script.next(operation);
        counts.merge(fault, 1, Integer::sum);
        return fault;
    }

    private <T> T call(String operation, Supplier<T> action) {
        return perform(next(operation), action);
    }

    private void perform(String operation, Runnable action) {
        call(operation, () -> {
            action.run();
            return Commit.DONE;
        });
    }

    private static <T> T perform(Fault fault, Supplier<T> action) {
        if (fault == Fault.REFUSED) {
            throw lost(false);
        }
        T answer = action.get();
        if (fault == Fault.ANSWER_LOST) {
            throw lost(true);
        }
        return answer;
    }

    /// What agents remember and the files that they share come over the same line.
    private <T> T behind(Class<T> port, T real) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (_, method, arguments) -> call(method.getName(), () -> invoke(real, method, arguments))));
    }

    private static Object invoke(Object port, Method method, Object[] arguments) {
        try {
            return Objects.requireNonNull(method.invoke(port, arguments));
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException told ? told : new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static StoreException lost(boolean ambiguous) {
        String what = ambiguous ? "the store did not answer" : "the store was not reached";
        return new StoreException(StoreProblem.UNREACHABLE, ambiguous, what + "; try again", null);
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        return call("run", () -> store.run(run));
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        return call("events", () -> store.events(run, from, limit));
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        return call("runs", () -> store.runs(query));
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        return call("heads", () -> store.heads(runs));
    }

    @Override
    public Growth grown(long since, int most) {
        return call("grown", () -> store.grown(since, most));
    }

    @Override
    public List<StoredReceipt> receipts(RunId run, StoredReceipt.Kind kind, long fromIndex, int limit) {
        return call("receipts", () -> store.receipts(run, kind, fromIndex, limit));
    }

    @Override
    public Optional<ReceiptHead> receiptHead(RunId run) {
        return call("receiptHead", () -> store.receiptHead(run));
    }

    @Override
    public Optional<ReceiptHead> receiptHeadBefore(RunId run, long sequence) {
        return call("receiptHeadBefore", () -> store.receiptHeadBefore(run, sequence));
    }

    @Override
    public void register(ProcessId process, String kind, Instant now) {
        perform("register", () -> store.register(process, kind, now));
    }

    @Override
    public boolean heartbeat(ProcessId process, Instant now, JsonObject status) {
        return call("heartbeat", () -> store.heartbeat(process, now, status));
    }

    @Override
    public List<LiveProcess> processes(Instant now, Duration lease) {
        return call("processes", () -> store.processes(now, lease));
    }

    @Override
    public void unregister(ProcessId process) {
        perform("unregister", () -> store.unregister(process));
    }

    @Override
    public boolean othersAlive(ProcessId process, Instant now, Duration lease) {
        return call("othersAlive", () -> store.othersAlive(process, now, lease));
    }

    @Override
    public List<Claim> claim(
            ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except) {
        return call("claim", () -> store.claim(process, scope, now, lease, limit, except));
    }

    @Override
    public void giveBack(ProcessId process, Claim claim) {
        perform("giveBack", () -> store.giveBack(process, claim));
    }

    @Override
    public long openRuns(String tenant, long most) {
        return call("openRuns", () -> store.openRuns(tenant, most));
    }

    @Override
    public long familySize(RunId first, long most) {
        return call("familySize", () -> store.familySize(first, most));
    }

    @Override
    public void adopt(ProcessId process, RunId run) {
        perform("adopt", () -> store.adopt(process, run));
    }

    @Override
    public Optional<Instant> nextDue(ProcessId process, ClaimScope scope) {
        return call("nextDue", () -> store.nextDue(process, scope));
    }

    @Override
    public List<OutboxItem> undelivered(String kind, Instant now, int limit) {
        return call("undelivered", () -> store.undelivered(kind, now, limit));
    }

    @Override
    public void delivered(String id) {
        perform("delivered", () -> store.delivered(id));
    }

    @Override
    public void postpone(String id, Instant notBefore) {
        perform("postpone", () -> store.postpone(id, notBefore));
    }

    @Override
    public Optional<byte[]> blob(Digest digest) {
        return call("blob", () -> store.blob(digest));
    }

    @Override
    public Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now) {
        return call("answered", () -> store.answered(key, now));
    }

    @Override
    public Optional<TokenPlace> place(TokenRef ref) {
        return call("place", () -> store.place(ref));
    }

    @Override
    public List<TokenKey> tokenKeys() {
        return call("tokenKeys", () -> store.tokenKeys());
    }

    @Override
    public List<TokenKey> createTokenKey(TokenKey first) {
        return call("createTokenKey", () -> store.createTokenKey(first));
    }

    @Override
    public List<TokenKey> rotateTokenKey(TokenKey next, Instant oldValidUntil) {
        return call("rotateTokenKey", () -> store.rotateTokenKey(next, oldValidUntil));
    }

    @Override
    public Optional<ApiKey> apiKey(Digest digest) {
        return call("apiKey", () -> store.apiKey(digest));
    }

    @Override
    public List<ApiKey> apiKeys() {
        return call("apiKeys", () -> store.apiKeys());
    }

    @Override
    public void addApiKey(ApiKey key) {
        perform("addApiKey", () -> store.addApiKey(key));
    }

    @Override
    public boolean addFirstApiKey(ApiKey key) {
        return call("addFirstApiKey", () -> store.addFirstApiKey(key));
    }

    @Override
    public boolean expireApiKey(String id, Instant at) {
        return call("expireApiKey", () -> store.expireApiKey(id, at));
    }

    @Override
    public boolean prune(RunId run) {
        return call("prune", () -> store.prune(run));
    }

    @Override
    public int expire(Instant now) {
        return call("expire", () -> store.expire(now));
    }

    @Override
    public long examine(boolean whole, Consumer<RowDamage> sink) {
        return store.examine(whole, sink);
    }

    @Override
    public void requireWritable() {
        store.requireWritable();
    }

    @Override
    public Changes calls() {
        return store.calls();
    }

    @Override
    public Changes changes() {
        return store.changes();
    }

    @Override
    public Postings postings() {
        return store.postings();
    }

    @Override
    public Webhooks webhooks() {
        return store.webhooks();
    }

    @Override
    public Documents documents() {
        return behind(Documents.class, store.documents());
    }

    @Override
    public Latches latches() {
        return store.latches();
    }

    @Override
    public Memories memories() {
        return behind(Memories.class, store.memories());
    }

    @Override
    public String describe() {
        return store.describe() + ", with faults";
    }

    /// The data stays open for others; who made it closes it.
    @Override
    public void close() {}
}
