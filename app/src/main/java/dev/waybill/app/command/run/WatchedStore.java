package dev.waybill.app.command.run;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latches;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Postings;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhooks;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A store that tells what this process does with it: after each commit, and when a run is taken over.
final class WatchedStore implements RunStore {

    /// Who is told.
    interface Watcher {
        void committed(Append append);

        void tookOver(RunId run);
    }

    private final RunStore store;
    private final Watcher watcher;

    WatchedStore(RunStore store, Watcher watcher) {
        this.store = store;
        this.watcher = watcher;
    }

    @Override
    public Commit commit(Transaction transaction) {
        Commit commit = store.commit(transaction);
        if (commit instanceof Commit.Done) {
            transaction.appends().forEach(watcher::committed);
        }
        return commit;
    }

    @Override
    public List<Claim> claim(
            ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except) {
        List<Claim> claims = store.claim(process, scope, now, lease, limit, except);
        claims.stream().filter(Claim::takenOver).forEach(claim -> watcher.tookOver(claim.run()));
        return claims;
    }

    @Override
    public void giveBack(ProcessId process, Claim claim) {
        store.giveBack(process, claim);
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        return store.run(run);
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        return store.events(run, from, limit);
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        return store.runs(query);
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        return store.heads(runs);
    }

    @Override
    public List<StoredReceipt> receipts(RunId run, StoredReceipt.Kind kind, long fromIndex, int limit) {
        return store.receipts(run, kind, fromIndex, limit);
    }

    @Override
    public Optional<ReceiptHead> receiptHead(RunId run) {
        return store.receiptHead(run);
    }

    @Override
    public Optional<ReceiptHead> receiptHeadBefore(RunId run, long sequence) {
        return store.receiptHeadBefore(run, sequence);
    }

    @Override
    public void register(ProcessId process, String kind, Instant now) {
        store.register(process, kind, now);
    }

    @Override
    public boolean heartbeat(ProcessId process, Instant now, JsonObject status) {
        return store.heartbeat(process, now, status);
    }

    @Override
    public List<LiveProcess> processes(Instant now, Duration lease) {
        return store.processes(now, lease);
    }

    @Override
    public void unregister(ProcessId process) {
        store.unregister(process);
    }

    @Override
    public boolean othersAlive(ProcessId process, Instant now, Duration lease) {
        return store.othersAlive(process, now, lease);
    }

    @Override
    public long familySize(RunId first, long most) {
        return store.familySize(first, most);
    }

    @Override
    public void adopt(ProcessId process, RunId run) {
        store.adopt(process, run);
    }

    @Override
    public Optional<Instant> nextDue(ProcessId process, ClaimScope scope) {
        return store.nextDue(process, scope);
    }

    @Override
    public List<OutboxItem> undelivered(String kind, Instant now, int limit) {
        return store.undelivered(kind, now, limit);
    }

    @Override
    public void delivered(String id) {
        store.delivered(id);
    }

    @Override
    public void postpone(String id, Instant notBefore) {
        store.postpone(id, notBefore);
    }

    @Override
    public Optional<byte[]> blob(Digest digest) {
        return store.blob(digest);
    }

    @Override
    public Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now) {
        return store.answered(key, now);
    }

    @Override
    public Optional<TokenPlace> place(TokenRef ref) {
        return store.place(ref);
    }

    @Override
    public List<TokenKey> tokenKeys() {
        return store.tokenKeys();
    }

    @Override
    public List<TokenKey> createTokenKey(TokenKey first) {
        return store.createTokenKey(first);
    }

    @Override
    public List<TokenKey> rotateTokenKey(TokenKey next, Instant oldValidUntil) {
        return store.rotateTokenKey(next, oldValidUntil);
    }

    @Override
    public Optional<ApiKey> apiKey(Digest digest) {
        return store.apiKey(digest);
    }

    @Override
    public List<ApiKey> apiKeys() {
        return store.apiKeys();
    }

    @Override
    public void addApiKey(ApiKey key) {
        store.addApiKey(key);
    }

    @Override
    public boolean addFirstApiKey(ApiKey key) {
        return store.addFirstApiKey(key);
    }

    @Override
    public boolean expireApiKey(String id, Instant at) {
        return store.expireApiKey(id, at);
    }

    @Override
    public boolean prune(RunId run) {
        return store.prune(run);
    }

    @Override
    public int expire(Instant now) {
        return store.expire(now);
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
        return store.documents();
    }

    @Override
    public Latches latches() {
        return store.latches();
    }

    @Override
    public Memories memories() {
        return store.memories();
    }

    @Override
    public String describe() {
        return store.describe();
    }

    @Override
    public void close() {
        store.close();
    }
}
