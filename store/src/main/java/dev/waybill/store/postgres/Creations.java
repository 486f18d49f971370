package dev.waybill.store.postgres;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Transaction;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// New runs that share nothing with others, many with one statement that is its own transaction: one round trip for
/// all.
///
/// Nothing has to be locked or judged, since nobody else can know of such a run. One whose id is taken is left
/// undone, and so are all where the schema has moved on; the judge is asked next and says why.
final class Creations {

    private static final String CREATE = """
            WITH done AS (
                %s WHERE (SELECT version FROM waybill.schema_version) <= ?
                ON CONFLICT (run_id) DO NOTHING
                RETURNING run_id),
            events AS (
                %s WHERE run_id IN (SELECT run_id FROM done)),
            receipts AS (
                %s WHERE run_id IN (SELECT run_id FROM done))
            SELECT run_id FROM done""".formatted(RunTable.INSERT, EventTable.INSERT, ReceiptTable.INSERT);

    private Creations() {}

    /// The run that a transaction creates, as it is afterwards; null when the transaction does anything else.
    static @Nullable RunRow of(Transaction transaction) {
        if (transaction.appends().size() != 1) {
            return null;
        }
        Append append = transaction.appends().getFirst();
        RunHeader header = append.creates();
        boolean alone = transaction.equals(Transaction.of(append));
        if (header == null
                || !alone
                || append.wakes() != null
                || !header.prefix().isEmpty()) {
            return null;
        }
        RunRow row = RunRow.created(header, append.fence());
        return row.isFollowedBy(append) ? row.with(append) : null;
    }

    /// @return the runs that became true
    static List<RunId> write(SqlSession session, List<RunRow> rows, List<Append> appends) throws SQLException {
        Bound statement = session.prepare(CREATE);
        RunTable.bindNew(
                statement,
                rows.stream().sorted(Comparator.comparing(RunRow::run)).toList());
        statement.number(Schema.VERSION);
        EventTable.bind(statement, EventTable.lines(appends));
        ReceiptTable.bind(statement, ReceiptTable.lines(appends));
        return statement.rows(row -> new RunId(row.getString(1)));
    }
}
