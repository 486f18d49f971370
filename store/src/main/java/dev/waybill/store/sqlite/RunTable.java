package dev.waybill.store.sqlite;

import dev.waybill.base.json.JsonArray;
import dev.waybill.journal.HeaderCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs and their headers.
final class RunTable {

    static final String STORED_RUN = """
            SELECT h.header, r.head, r.status, r.ready, r.due_at, r.current_node, r.updated_at,
                   r.started_by, r.owner, r.epoch, r.pruned
              FROM runs r JOIN headers h ON h.run = r.id
            """;

    private RunTable() {}

    static Optional<RunRow> row(SqlSession session, RunId run) throws SQLException {
        return session.prepare("""
                        SELECT id, base, head, steps, summaries, status, ready, due_at, started_by, owner, epoch, pruned
                          FROM runs WHERE run_id = ?
                        """).text(run.value()).first(RunTable::row);
    }

    private static RunRow row(ResultSet found) throws SQLException {
        return new RunRow(
                found.getLong(1),
                found.getLong(2),
                found.getLong(3),
                found.getLong(4),
                found.getLong(5),
                found.getString(6),
                found.getBoolean(7),
                Micros.read(found, 8),
                found.getString(9),
                found.getString(10),
                found.getLong(11),
                found.getBoolean(12));
    }

    static Optional<StoredRun> run(SqlSession session, RunId run) throws SQLException {
        return session.prepare(STORED_RUN + " WHERE r.run_id = ?")
                .text(run.value())
                .first(RunTable::stored);
    }

    static StoredRun stored(ResultSet found) throws SQLException {
        Projection projection = new Projection(
                RunStatus.ofWire(found.getString(3)),
                found.getBoolean(4),
                Micros.read(found, 5),
                found.getString(6),
                Micros.toInstant(found.getLong(7)));
        return new StoredRun(
                HeaderCodec.decode(found.getBytes(1)),
                found.getLong(2),
                projection,
                process(found.getString(8)),
                process(found.getString(9)),
                found.getLong(10),
                found.getBoolean(11));
    }

    /// One statement for any number of runs: a list of marks would be another one for each length.
    static List<RunHead> heads(SqlSession session, Collection<RunId> runs) throws SQLException {
        return session.prepare("""
                        SELECT run_id, head, status, pruned FROM runs
                         WHERE run_id IN (SELECT value FROM json_each(?))
                        """)
                .text(JsonArray.ofStrings(runs.stream().map(RunId::value).toList())
                        .toString())
                .rows(found -> new RunHead(
                        new RunId(found.getString(1)),
                        found.getLong(2),
                        RunStatus.ofWire(found.getString(3)).isTerminal(),
                        found.getBoolean(4)));
    }

    private static @Nullable ProcessId process(@Nullable String value) {
        return value == null ? null : new ProcessId(value);
    }

    /// Makes the row of a new run as its first append leaves it.
    ///
    /// @return its number inside the file
    static long create(SqlSession session, RunHeader header, Append append) throws SQLException {
        Projection projection = append.projection();
        Fence.@Nullable Owned owner = append.fence() instanceof Fence.Owned owned ? owned : null;
        long steps = steps(append);
        long id = session.prepare("""
                        INSERT INTO runs (run_id, base, head, steps, summaries, status, ready, due_at, current_node,
                                          updated_at, started_by, owner, epoch)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
                        """)
                .text(header.runId().value())
                .number(header.prefixLength())
                .number(append.newHead())
                .number(steps)
                .number(append.receipts().size() - steps)
                .text(projection.status().wire())
                .number(projection.ready() ? 1 : 0)
                .time(projection.dueAt())
                .text(projection.currentNode())
                .time(projection.updatedAt())
                .text(append.startedBy() == null ? null : append.startedBy().value())
                .text(owner == null || append.release() ? null : owner.owner().value())
                .number(owner == null ? 0 : owner.epoch())
                .first(found -> found.getLong(1))
                .orElseThrow();
        describe(session, id, header);
        return id;
    }

    private static long steps(Append append) {
        return append.receipts().stream()
                .filter(receipt -> receipt.kind() == Kind.STEP)
                .count();
    }

    private static void describe(SqlSession session, long id, RunHeader header) throws SQLException {
        byte[] encoded = HeaderCodec.encode(header);
        session.prepare("""
                        INSERT INTO headers (run, tenant, definition_id, parent, fork_of, header, session, row_sum)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        """)
                .number(id)
                .text(header.tenant())
                .text(header.definitionId())
                .text(
                        header.origin() instanceof Origin.Child child
                                ? child.parent().value()
                                : null)
                .text(
                        header.origin() instanceof Origin.Fork fork
                                ? fork.source().value()
                                : null)
                .bytes(encoded)
                .text(header.session())
                .number(RowSum.of(encoded))
                .update();
    }

    /// Moves a run on. What the indexes know is written only when it changes: that keeps a commit to few pages.
    static void advance(SqlSession session, RunRow row, Append append) throws SQLException {
        Bound update;
        if (row.isReplannedBy(append)) {
            update = session.prepare("""
                            UPDATE runs SET status = ?, ready = ?, due_at = ?, owner = ?, started_by = ?,
                                   head = ?, steps = ?, summaries = ?, current_node = ?, updated_at = ?
                             WHERE id = ?
                            """)
                    .text(append.projection().status().wire())
                    .number(append.projection().ready() ? 1 : 0)
                    .time(append.projection().dueAt())
                    .text(row.ownerAfter(append))
                    .text(row.startedByAfter(append));
        } else {
            update = session.prepare("""
                            UPDATE runs SET head = ?, steps = ?, summaries = ?, current_node = ?, updated_at = ?
                             WHERE id = ?
                            """);
        }
        long steps = steps(append);
        update.number(append.newHead())
                .number(row.steps() + steps)
                .number(row.summaries() + append.receipts().size() - steps)
                .text(append.projection().currentNode())
                .time(append.projection().updatedAt())
                .number(row.id())
                .update();
    }

    /// Makes somebody look at a run; an unknown one is no mistake.
    static void wake(SqlSession session, RunId run) throws SQLException {
        session.prepare("UPDATE runs SET woken = 1 WHERE run_id = ? AND woken = 0")
                .text(run.value())
                .update();
    }
}
