package dev.waybill.store.sqlite;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.store.Append;
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
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhooks;
import dev.waybill.store.sql.Company;
import dev.waybill.store.sql.DeliveryTable;
import dev.waybill.store.sql.DocumentTable;
import dev.waybill.store.sql.GroupCommit;
import dev.waybill.store.sql.SqlAccess;
import dev.waybill.store.sql.SqlDocuments;
import dev.waybill.store.sql.SqlLatches;
import dev.waybill.store.sql.SqlPostings;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.SqlWebhooks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs in one SQLite file, `waybill.db` in a data directory. Any number of processes may have it open.
public final class SqliteStore extends SqliteKeys implements RunStore {

    private static final DeliveryTable DELIVERIES = new DeliveryTable("outbox", "dead_letters");
    static final DocumentTable DOCUMENTS = new DocumentTable("shelves", "documents");

    /// Every commit writes the last page of each table and index anew, whether for one run or for a dozen.
    private static final Company COMPANY = new Company(32, Duration.ofMillis(2));

    private final SqliteFile file;
    private final Neighbours neighbours = new Neighbours();
    private final SqliteChanges changes = new SqliteChanges();
    private final Readers readers;
    private final Closing connection;

    /// Null in a store that is only read.
    private final @Nullable GroupCommit<Write<?>> commits;

    /// The connection that this store keeps, besides its readers.
    private interface Closing {
        void close() throws SQLException;
    }

    private SqliteStore(SqliteFile file, SqliteSettings settings) throws SQLException {
        this.file = file;
        this.readers = new Readers(file, settings.readers());
        SqliteWriter writer = new SqliteWriter(file, settings.probe(), neighbours, changes);
        this.commits = new GroupCommit<>("waybill-sqlite-writer", settings.batch(), COMPANY, List.of(writer));
        this.connection = writer::close;
        changes.lookOut(writer::othersCommitted);
    }

    private SqliteStore(SqliteFile file, SqlSession looking) {
        this.file = file;
        this.readers = new Readers(file, SqliteSettings.DEFAULT.readers());
        this.commits = null;
        this.connection = looking::close;
        changes.lookOut(new DataVersion(looking)::hasChanged);
    }

    /// Whether a directory holds a store.
    public static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(SqliteFile.NAME));
    }

    /// Opens a store that is there, to look at it: nothing is made, and nothing in it is ever changed.
    ///
    /// @throws StoreException with one sentence for a person when there is none, or it cannot be read
    public static SqliteStore openToRead(Path directory) {
        Path path = directory.resolve(SqliteFile.NAME);
        if (!isIn(directory)) {
            throw new SqliteProblems(path).absent();
        }
        SqliteFile file = new SqliteFile(path, SqliteSettings.DEFAULT.patience(), 0);
        try {
            SqlSession session = file.reader();
            try {
                file.patiently(() -> SqliteSchema.requireReadable(session, directory));
            } catch (SQLException | RuntimeException e) {
                session.close();
                throw e;
            }
            return new SqliteStore(file, session);
        } catch (SQLException e) {
            throw new SqliteProblems(path).of(e);
        }
    }

    /// Opens the store of a data directory; makes both when they are not there.
    ///
    /// @throws StoreException with one sentence for a person when that cannot be done
    public static SqliteStore open(Path directory) {
        return open(directory, SqliteSettings.DEFAULT);
    }

    static SqliteStore open(Path directory, SqliteSettings settings) {
        Path path = SqliteFile.in(directory);
        try {
            return new SqliteStore(new SqliteFile(path, settings.patience(), settings.maxPages()), settings);
        } catch (SQLException e) {
            throw new SqliteProblems(path).of(e);
        }
    }

    @Override
    <R> R read(SqlAccess.Work<R> work) {
        return readers.read(work::in);
    }

    @Override
    <R> R write(Write.Work<R> work) {
        return write(true, work);
    }

    private <R> R write(boolean calls, Write.Work<R> work) {
        if (commits == null) {
            throw new StoreException(StoreProblem.READ_ONLY, file.path() + " was opened to read it only", null);
        }
        Write<R> write = new Write<>(calls, work);
        commits.submit(write);
        return write.result();
    }

    @Override
    public Commit commit(Transaction transaction) {
        boolean calls = transaction.appends().stream().anyMatch(Append::calls);
        return write(calls, session -> CommitWork.run(session, transaction));
    }

    @Override
    public Optional<StoredRun> run(RunId run) {
        return readers.read(session -> RunTable.run(session, run));
    }

    @Override
    public List<StoredEvent> events(RunId run, long from, int limit) {
        return readers.snapshot(session -> EventTable.read(session, run, from, limit));
    }

    @Override
    public List<StoredRun> runs(RunQuery query) {
        return readers.read(session -> RunListing.runs(session, query));
    }

    @Override
    public List<RunHead> heads(Collection<RunId> runs) {
        return readers.read(session -> RunTable.heads(session, runs));
    }

    @Override
    public Growth grown(long since, int most) {
        return readers.snapshot(session -> Grown.since(session, since, most));
    }

    @Override
    public Map<RunId, ChildCount> childCounts(@Nullable String tenant, Collection<RunId> parents) {
        return readers.read(session -> Grown.children(session, tenant, parents));
    }

    @Override
    public List<StoredReceipt> receipts(RunId run, StoredReceipt.Kind kind, long fromIndex, int limit) {
        return readers.read(session -> ReceiptTable.read(session, run, kind, fromIndex, limit));
    }

    @Override
    public Optional<ReceiptHead> receiptHead(RunId run) {
        return readers.read(session -> ReceiptTable.head(session, run));
    }

    @Override
    public Optional<ReceiptHead> receiptHeadBefore(RunId run, long sequence) {
        return readers.read(session -> ReceiptTable.headBefore(session, run, sequence));
    }

    @Override
    public void register(ProcessId process, String kind, Instant now) {
        neighbours.heard(process, now);
        write(session -> OwnerTable.register(session, process, kind, now));
    }

    @Override
    public boolean heartbeat(ProcessId process, Instant now, JsonObject status) {
        neighbours.heard(process, now);
        return write(session -> OwnerTable.heartbeat(session, process, now, status));
    }

    @Override
    public List<LiveProcess> processes(Instant now, Duration lease) {
        return readers.read(session -> OwnerTable.alive(session, now.minus(lease)));
    }

    @Override
    public void unregister(ProcessId process) {
        neighbours.left(process);
        write(session -> OwnerTable.unregister(session, process));
    }

    @Override
    public boolean othersAlive(ProcessId process, Instant now, Duration lease) {
        return readers.read(session -> OwnerTable.seenSince(session, now.minus(lease))).stream()
                .anyMatch(other -> !other.equals(process));
    }

    @Override
    public List<Claim> claim(
            ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except) {
        return write(false, session -> OwnerTable.claim(session, process, scope, now, now.minus(lease), limit, except));
    }

    @Override
    public void giveBack(ProcessId process, Claim claim) {
        write(session -> OwnerTable.giveBack(session, process, claim));
    }

    @Override
    public long openRuns(String tenant, long most) {
        return readers.read(session -> OwnerTable.openRuns(session, tenant, most));
    }

    @Override
    public long familySize(RunId first, long most) {
        return readers.read(session -> OwnerTable.familySize(session, first, most));
    }

    @Override
    public void adopt(ProcessId process, RunId run) {
        write(session -> OwnerTable.adopt(session, process, run));
    }

    @Override
    public Optional<Instant> nextDue(ProcessId process, ClaimScope scope) {
        return readers.read(session -> OwnerTable.nextDue(session, process, scope));
    }

    @Override
    public List<OutboxItem> undelivered(String kind, Instant now, int limit) {
        return readers.read(session -> DELIVERIES.undelivered(session, kind, now, limit));
    }

    @Override
    public void delivered(String id) {
        write(session -> DELIVERIES.delivered(session, id));
    }

    @Override
    public void postpone(String id, Instant notBefore) {
        write(session -> DELIVERIES.postpone(session, id, notBefore));
    }

    @Override
    public Optional<byte[]> blob(Digest digest) {
        return readers.read(session -> BlobTable.read(session, digest));
    }

    @Override
    public Optional<IdempotencyRecord> answered(IdempotencyKey key, Instant now) {
        return readers.read(session -> AnswerTable.read(session, key, now));
    }

    @Override
    public Optional<TokenPlace> place(TokenRef ref) {
        return readers.read(session -> PlaceTable.read(session, ref));
    }

    @Override
    public boolean prune(RunId run) {
        return write(session -> EventTable.prune(session, run));
    }

    @Override
    public int expire(Instant now) {
        return write(session -> AnswerTable.expire(session, now));
    }

    @Override
    public long examine(boolean whole, Consumer<RowDamage> sink) {
        return readers.snapshot(session -> SqliteExam.examine(session.connection(), whole, sink));
    }

    @Override
    public void requireWritable() {
        readers.read(session -> {
            SqliteSchema.requireLatest(session);
            return true;
        });
    }

    @Override
    public Changes changes() {
        return changes;
    }

    @Override
    public Changes calls() {
        return changes.calls();
    }

    @Override
    public Memories memories() {
        return new SqliteMemories(readers, this::write);
    }

    @Override
    public Postings postings() {
        return new SqlPostings(new SqliteAccess(this), DELIVERIES);
    }

    @Override
    public Webhooks webhooks() {
        return new SqlWebhooks(new SqliteAccess(this), "webhooks");
    }

    @Override
    public Documents documents() {
        return new SqlDocuments(new SqliteAccess(this), DOCUMENTS);
    }

    @Override
    public Latches latches() {
        return new SqlLatches(new SqliteAccess(this), CommitWork.LATCHES);
    }

    @Override
    public String describe() {
        return file.path().toString();
    }

    @Override
    public void close() {
        if (commits != null) {
            commits.close();
        }
        try {
            changes.close();
            readers.close();
            connection.close();
        } catch (SQLException e) {
            throw new SqliteProblems(file.path()).of(e);
        }
    }
}
