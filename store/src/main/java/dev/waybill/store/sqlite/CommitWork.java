package dev.waybill.store.sqlite;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.Transaction;
import dev.waybill.store.sql.SqlLatches;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One transaction's part of a batch. Everything is checked before anything is written, so that a transaction that
/// lost leaves no trace in a batch that goes on without it.
final class CommitWork {

    static final String LATCHES = "latches";

    private final SqlSession session;
    private final Transaction transaction;

    /// The rows of the runs that exist, in the order of the appends; empty for those to be created.
    private final List<Optional<RunRow>> rows = new ArrayList<>();

    /// The runs as the appends looked at so far will leave them: a child may share what its parent just wrote.
    private final Map<RunId, RunRow> after = new LinkedHashMap<>();

    private CommitWork(SqlSession session, Transaction transaction) {
        this.session = session;
        this.transaction = transaction;
    }

    static Commit run(SqlSession session, Transaction transaction) throws SQLException {
        CommitWork work = new CommitWork(session, transaction);
        @Nullable Commit refusal = work.refusal();
        if (refusal != null) {
            return refusal;
        }
        work.write();
        return Commit.DONE;
    }

    private @Nullable Commit refusal() throws SQLException {
        IdempotencyRecord record = transaction.idempotency();
        if (record != null) {
            Optional<IdempotencyRecord> earlier = AnswerTable.read(session, record.key(), record.createdAt());
            if (earlier.isPresent()) {
                return new Commit.Answered(earlier.get());
            }
        }
        for (Append append : transaction.appends()) {
            Optional<RunRow> row = RunTable.row(session, append.run());
            rows.add(row);
            @Nullable
            Commit refusal = append.creates() == null ? refusal(append, row) : refusal(append, append.creates(), row);
            if (refusal != null) {
                return refusal;
            }
            after.put(append.run(), row.orElse(RunRow.NEW).with(append));
        }
        if (!SqliteStore.DOCUMENTS.fit(session, transaction.edits())) {
            return lost(transaction.appends().getFirst().run(), rows.getFirst());
        }
        return latched();
    }

    /// Looked at last: a transaction that became true and is sent again is told so by its run.
    private @Nullable Commit latched() throws SQLException {
        for (Latch latch : transaction.latches()) {
            long version = SqlLatches.find(session, LATCHES, latch.key(), "")
                    .map(Latch::version)
                    .orElse(0L);
            if (version != latch.version() - 1) {
                return new Commit.Latched(latch.key(), version);
            }
        }
        return null;
    }

    private static @Nullable Commit refusal(Append append, Optional<RunRow> row) {
        if (row.isEmpty()) {
            return lost(append.run(), row);
        }
        if (!row.get().allows(append.fence())) {
            return new Commit.Fenced(append.run());
        }
        return row.get().takes(append) ? null : lost(append.run(), row);
    }

    private @Nullable Commit refusal(Append append, RunHeader header, Optional<RunRow> row) throws SQLException {
        boolean fits = append.expectedHead() == header.prefixLength() && RunRow.countsOn(append.receipts(), 0, 0);
        return row.isEmpty() && fits ? missing(header) : lost(append.run(), row);
    }

    /// The first stretch of a prefix that is not there.
    private @Nullable Commit missing(RunHeader header) throws SQLException {
        long from = 0;
        for (Segment segment : header.prefix()) {
            Optional<RunRow> source = after.containsKey(segment.run())
                    ? Optional.ofNullable(after.get(segment.run()))
                    : RunTable.row(session, segment.run());
            if (source.isEmpty() || !source.get().holds(from, segment.end())) {
                return lost(segment.run(), source);
            }
            from = segment.end();
        }
        return null;
    }

    private static Commit lost(RunId run, Optional<RunRow> row) {
        return new Commit.Lost(run, row.map(RunRow::head).orElse(-1L));
    }

    private void write() throws SQLException {
        for (int i = 0; i < rows.size(); i++) {
            Append append = transaction.appends().get(i);
            long run = rows.get(i).isPresent() ? advance(rows.get(i).get(), append) : create(append);
            EventTable.insert(session, run, append.events());
            ReceiptTable.insert(session, run, append.receipts());
        }
        for (Append append : transaction.appends()) {
            if (append.wakes() != null) {
                RunTable.wake(session, append.wakes());
            }
        }
        PlaceTable.insert(session, transaction.places());
        BlobTable.insert(session, transaction.blobs());
        OutboxTable.insert(session, transaction.outbox());
        SqliteMemories.TABLE.insert(session, transaction.memory());
        SqliteStore.DOCUMENTS.make(session, transaction.edits());
        for (Latch latch : transaction.latches()) {
            if (!SqlLatches.move(session, LATCHES, latch)) {
                throw new IllegalStateException(latch.key() + " was looked at a moment ago");
            }
        }
        if (transaction.idempotency() != null) {
            AnswerTable.insert(session, transaction.idempotency());
        }
    }

    private long advance(RunRow row, Append append) throws SQLException {
        RunTable.advance(session, row, append);
        return row.id();
    }

    private long create(Append append) throws SQLException {
        RunHeader header = append.creates();
        if (header == null) {
            throw new IllegalStateException(append.run() + " was there a moment ago");
        }
        long run = RunTable.create(session, header, append);
        for (Segment segment : header.prefix()) {
            RunRow source = RunTable.row(session, segment.run()).orElseThrow();
            EventTable.share(session, run, segment.end(), source.id());
        }
        return run;
    }
}
