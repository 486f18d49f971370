package dev.waybill.store.postgres;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.ChildCount;
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
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhooks;
import dev.waybill.store.sql.DeliveryTable;
import dev.waybill.store.sql.DocumentTable;
import dev.waybill.store.sql.SqlAccess;
import dev.waybill.store.sql.SqlDocuments;
import dev.waybill.store.sql.SqlLatches;
import dev.waybill.store.sql.SqlPostings;
import dev.waybill.store.sql.SqlWebhooks;
import dev.waybill.store.sql.StatementProbe;
import dev.waybill.store.sql.StoreExam;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The store on PostgreSQL: any number of nodes work on one database.
///
/// Commits of many runs share a transaction, and several such transactions are under way at once. Whoever holds a
/// run's row decides about its head, owner and epoch; the unique place of every event stands behind that.
public final class PostgresStore extends PostgresKeys implements RunStore {

    private static final DeliveryTable DELIVERIES = new DeliveryTable("waybill.outbox", "waybill.dead_letter");
    static final DocumentTable DOCUMENTS = new DocumentTable("waybill.shelf", "waybill.document");

    private final Address address;
    private final Database database;
    private final Claims claims;
    private final ChangeFeed changes;
    private final Notifier notifier;
    private final Commits commits;
    private final Lookups<RunId, StoredRun> runs;
    private final Lookups<Shelf, Long> marks;

    private PostgresStore(Address address, Database database) {
        super(database);
        this.address = address;
        this.database = database;
        this.claims = new Claims(database);
        this.notifier = new Notifier(address);
        this.changes = new ChangeFeed(address, notifier);
        this.commits = new Commits(database, this::tell);
        this.runs =
                new Lookups<>("waybill-postgres-look", all -> database.read(session -> RunTable.each(session, all)));
        this.marks =
                new Lookups<>("waybill-postgres-mark", all -> database.read(session -> ShelfTable.marks(session, all)));
    }

    /// Opens the store and creates or migrates its tables.
    ///
    /// @param url `postgresql://user:password@host:5432/database` or the driver's `jdbc:postgresql:` form
    /// @throws StoreException when the database cannot be reached or used; its message never shows the password
    public static PostgresStore open(String url) {
        return open(url, StatementProbe.NONE);
    }

    static PostgresStore open(String url, StatementProbe probe) {
        Address address = Address.parse(url);
        return started(new PostgresStore(address, Database.open(address, probe)));
    }

    /// Opens a store that is there and migrates its tables.
    ///
    /// @throws StoreException when there is none
    public static PostgresStore openExisting(String url) {
        Address address = Address.parse(url);
        return started(new PostgresStore(address, Database.openExisting(address)));
    }

    /// Opens a store that is there, to look at it.
    ///
    /// @throws StoreException when there is none, or it is of another version
    public static PostgresStore openToRead(String url) {
        Address address = Address.parse(url);
        return started(new PostgresStore(address, Database.openToRead(address)));
    }

    private static PostgresStore started(PostgresStore store) {
        store.changes.start();
        store.notifier.start();
        return store;
    }

    @Override
    public Commit commit(Transaction transaction) {
        return commits.commit(transaction);
    }

    private void tell(boolean calls) {
        changes.committed(calls);
        notifier.committed(calls);
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        return runs.find(run);
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        return database.read(session -> EventTable.read(session, run, from, limit));
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        return database.read(session -> RunTable.list(session, query));
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        return database.read(session -> RunTable.heads(session, runs));
    }

    @Override
    public Growth grown(long since, int most) {
        return database.read(session -> Grown.since(session, since, most));
    }

    @Override
    public Map<RunId, StoredEvent> lastEvents(Collection<StoredRun> runs) {
        return database.read(session -> Grown.lastEvents(session, runs));
    }

    @Override
    public Map<RunId, ChildCount> childCounts(@Nullable String tenant, Collection<RunId> parents) {
        return database.read(session -> Grown.children(session, tenant, parents));
    }

    @Override
    public List<StoredReceipt> receipts(RunId run, StoredReceipt.Kind kind, long fromIndex, int limit) {
        return database.read(session -> ReceiptTable.read(session, run, kind, fromIndex, limit));
    }

    @Override
    public Optional<ReceiptHead> receiptHead(RunId run) {
        return database.read(session -> ReceiptTable.head(session, run));
    }

    @Override
    public Optional<ReceiptHead> receiptHeadBefore(RunId run, long sequence) {
        return database.read(session -> ReceiptTable.headBefore(session, run, sequence));
    }

    @Override
    public void register(ProcessId process, String kind, Instant now) {
        database.repeatableWrite(session -> OwnershipTable.register(session, process, kind, now));
    }

    @Override
    public boolean heartbeat(ProcessId process, Instant now, JsonObject status) {
        return database.beat(session -> OwnershipTable.heartbeat(session, process, now, status));
    }

    @Override
    public List<LiveProcess> processes(Instant now, Duration lease) {
        return database.read(session -> OwnershipTable.alive(session, now.minus(lease)));
    }

    @Override
    public void unregister(ProcessId process) {
        database.repeatableWrite(session -> OwnershipTable.unregister(session, process));
    }

    @Override
    public boolean othersAlive(ProcessId process, Instant now, Duration lease) {
        return database.read(session -> OwnershipTable.othersAlive(session, process, now, lease));
    }

    @Override
    public List<Claim> claim(
            ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except) {
        return claims.claim(process, scope, now, lease, limit, except);
    }

    @Override
    public void giveBack(ProcessId process, Claim claim) {
        database.repeatableWrite(session -> OwnershipTable.giveBack(session, process, claim));
    }

    @Override
    public long openRuns(String tenant, long most) {
        return database.read(session -> OwnershipTable.openRuns(session, tenant, most));
    }

    @Override
    public long familySize(RunId first, long most) {
        return database.read(session -> OwnershipTable.familySize(session, first, most));
    }

    @Override
    public void adopt(ProcessId process, RunId run) {
        database.repeatableWrite(session -> OwnershipTable.adopt(session, process, run));
    }

    @Override
    public Optional<Instant> nextDue(ProcessId process, ClaimScope scope) {
        return database.read(session -> OwnershipTable.nextDue(session, process, scope));
    }

    @Override
    public List<OutboxItem> undelivered(String kind, Instant now, int limit) {
        return database.read(session -> DELIVERIES.undelivered(session, kind, now, limit));
    }

    @Override
    public void delivered(String id) {
        database.repeatableWrite(session -> DELIVERIES.delivered(session, id));
    }

    @Override
    public void postpone(String id, Instant notBefore) {
        database.repeatableWrite(session -> DELIVERIES.postpone(session, id, notBefore));
    }

    @Override
    public Optional<byte[]> blob(Digest digest) {
        return database.read(session -> BlobTable.find(session, digest));
    }

    @Override
    public Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now) {
        return database.read(session -> AnswerTable.find(session, key, now));
    }

    @Override
    public Optional<TokenPlace> place(TokenRef ref) {
        return database.read(session -> PlaceTable.find(session, ref));
    }

    @Override
    public boolean prune(RunId run) {
        boolean pruned = database.repeatableWrite(session -> EventTable.prune(session, run));
        if (pruned) {
            tell(false);
        }
        return pruned;
    }

    @Override
    public int expire(Instant now) {
        return database.repeatableWrite(session -> AnswerTable.expire(session, now));
    }

    @Override
    public long examine(boolean whole, Consumer<RowDamage> sink) {
        return database.snapshot(session -> new StoreExam(session.connection(), sink).examine(PostgresExam.TABLES));
    }

    @Override
    public void requireWritable() {
        database.requireKnownVersion();
    }

    @Override
    public Changes changes() {
        return changes.commits();
    }

    @Override
    public Changes calls() {
        return changes.calls();
    }

    @Override
    public Memories memories() {
        return new PostgresMemories(database);
    }

    private SqlAccess access() {
        return new PostgresAccess(database);
    }

    @Override
    public Postings postings() {
        return new SqlPostings(access(), DELIVERIES);
    }

    @Override
    public Webhooks webhooks() {
        return new SqlWebhooks(access(), "waybill.webhook");
    }

    @Override
    public Documents documents() {
        return new SqlDocuments(access(), DOCUMENTS, shelf -> marks.find(shelf).orElse(0L));
    }

    @Override
    public Latches latches() {
        return new SqlLatches(access(), LatchTable.NAME);
    }

    @Override
    public String describe() {
        return address.describe();
    }

    /// Finishes what is being written, then lets all connections go.
    @Override
    public void close() {
        commits.close();
        runs.close();
        marks.close();
        notifier.close();
        changes.close();
        database.close();
    }
}
