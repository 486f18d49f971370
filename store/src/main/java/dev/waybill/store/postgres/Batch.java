package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Transaction;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Several transactions that become durable with one commit.
///
/// First every run is locked, in the order of ids; then each transaction is judged from what the locked rows say; then
/// what was accepted is written, one statement per table. All writers touch tables in the same order and rows in the
/// same order, so no two wait for each other.
record Batch(List<Transaction> transactions) {

    /// @return an answer for each transaction, true once the caller commits
    List<Commit> apply(SqlSession session) throws SQLException {
        Judge judge = new Judge(lock(session), answers(session));
        PostgresStore.DOCUMENTS.lock(session, transactions.stream().flatMap(one -> one.edits().stream()));
        List<Commit> commits = new ArrayList<>();
        List<Transaction> accepted = new ArrayList<>();
        for (Transaction transaction : transactions) {
            if (!PostgresStore.DOCUMENTS.fit(session, transaction.edits())) {
                Append first = transaction.appends().getFirst();
                commits.add(new Commit.Lost(first.run(), first.expectedHead()));
                continue;
            }
            Commit commit = judge.judge(transaction);
            commits.add(commit);
            if (commit instanceof Commit.Done) {
                accepted.add(transaction);
                // At once: the next transaction of the batch is judged by it.
                PostgresStore.DOCUMENTS.make(session, transaction.edits());
            }
        }
        write(session, judge, accepted);
        return commits;
    }

    private Map<RunId, RunRow> lock(SqlSession session) throws SQLException {
        TreeSet<RunId> written = new TreeSet<>();
        TreeSet<RunId> sources = new TreeSet<>();
        appends(transactions).forEach(append -> {
            written.add(append.run());
            if (append.wakes() != null) {
                written.add(append.wakes());
            }
            if (append.creates() != null) {
                append.creates().prefix().stream().map(Segment::run).forEach(sources::add);
            }
        });
        sources.removeAll(written);
        Map<RunId, RunRow> rows = new TreeMap<>();
        RunTable.lock(session, written).forEach(row -> rows.put(row.run(), row));
        RunTable.keep(session, sources).forEach(row -> rows.put(row.run(), row));
        return rows;
    }

    private Map<IdempotencyKey, IdempotencyRecord> answers(SqlSession session) throws SQLException {
        List<IdempotencyKey> keys =
                records(transactions).map(IdempotencyRecord::key).distinct().toList();
        Map<IdempotencyKey, IdempotencyRecord> found = new LinkedHashMap<>();
        AnswerTable.find(session, keys).forEach(record -> found.put(record.key(), record));
        return found;
    }

    private static void write(SqlSession session, Judge judge, List<Transaction> accepted) throws SQLException {
        List<Append> appends = appends(accepted).toList();
        List<RunRow> changed = judge.changed();
        RunTable.update(
                session, changed.stream().filter(row -> row.created() == null).toList());
        RunTable.insert(
                session, changed.stream().filter(row -> row.created() != null).toList());
        RunTable.wake(session, judge.known(appends.stream().flatMap(append -> Stream.ofNullable(append.wakes()))));
        EventTable.share(session, appends);
        EventTable.insert(session, appends);
        ReceiptTable.insert(session, appends);
        PlaceTable.insert(
                session, accepted.stream().flatMap(one -> one.places().stream()).toList());
        AnswerTable.insert(session, newest(records(accepted)));
        BlobTable.insert(
                session, accepted.stream().flatMap(one -> one.blobs().stream()).toList());
        OutboxTable.insert(
                session, accepted.stream().flatMap(one -> one.outbox().stream()).toList());
        PostgresMemories.TABLE.insert(
                session, accepted.stream().flatMap(one -> one.memory().stream()).toList());
    }

    /// Of two answers under one key the first had expired.
    private static List<IdempotencyRecord> newest(Stream<IdempotencyRecord> records) {
        Map<IdempotencyKey, IdempotencyRecord> byKey = new LinkedHashMap<>();
        records.forEach(record -> byKey.put(record.key(), record));
        return List.copyOf(byKey.values());
    }

    private static Stream<Append> appends(List<Transaction> transactions) {
        return transactions.stream().flatMap(transaction -> transaction.appends().stream());
    }

    private static Stream<IdempotencyRecord> records(List<Transaction> transactions) {
        return transactions.stream().flatMap(transaction -> Stream.ofNullable(transaction.idempotency()));
    }
}
