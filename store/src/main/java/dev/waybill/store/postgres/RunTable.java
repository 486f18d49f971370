package dev.waybill.store.postgres;

import dev.waybill.journal.HeaderCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedCollection;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The table `run`: a header, and what follows from the log.
final class RunTable {

    private static final String SELECT = """
            SELECT header, head, status, ready, due_at, current_node, updated_at, started_by, owner, epoch, pruned, run_id
              FROM waybill.run
             WHERE true""";

    /// Many new runs at once.
    static final String INSERT = """
            INSERT INTO waybill.run (
                   head, steps, summaries, status, ready, due_at, current_node, updated_at, started_by, owner,
                   run_id, tenant, definition_id, parent_id, fork_of, header, prefix_length, epoch, session,
                   header_sum, woken, pruned)
            SELECT *, false, false
              FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::boolean[], ?::bigint[], ?::text[],
                          ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                          ?::bytea[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[])""";

    private RunTable() {}

    static List<StoredRun> list(SqlSession session, RunQuery query) throws SQLException {
        String sql = SELECT
                + when(query.tenant(), " AND tenant = ?")
                + when(query.definitionId(), " AND definition_id = ?")
                + when(query.session(), " AND session = ?")
                + (query.guided() ? " AND session IS NOT NULL" : "")
                + (query.statuses().isEmpty() ? "" : " AND status = ANY (?)" + unfinished(query))
                + (query.idPrefix().isEmpty() ? "" : " AND starts_with(run_id, ?)")
                + (query.idSuffix().isEmpty() ? "" : " AND starts_with(reverse(run_id), reverse(?))")
                + when(query.parent(), " AND parent_id = ?")
                + when(query.forkOf(), " AND fork_of = ?")
                + (query.roots() ? " AND parent_id IS NULL" : "")
                + (query.search().isEmpty()
                        ? ""
                        : " AND (starts_with(lower(run_id), ?) OR strpos(lower(definition_id), ?) > 0)")
                + when(query.before(), " AND run_id < ?")
                + when(query.updatedBefore(), " AND updated_at < ?")
                + " ORDER BY run_id DESC LIMIT ?";
        return bind(session.prepare(sql), query).number(query.limit()).rows(RunTable::read);
    }

    /// Those of them that can be read.
    static List<StoredRun> readable(SqlSession session, Collection<String> runs) throws SQLException {
        return named(session, runs).readable(RunTable::read);
    }

    private static Bound named(SqlSession session, Collection<String> runs) throws SQLException {
        return session.prepare(SELECT + " AND run_id = ANY (?) ORDER BY run_id")
                .array("text", runs.toArray(String[]::new));
    }

    static Map<RunId, StoredRun> each(SqlSession session, List<RunId> runs) throws SQLException {
        return named(session, runs.stream().map(RunId::value).toList()).rows(RunTable::read).stream()
                .collect(Collectors.toMap(run -> run.header().runId(), Function.identity()));
    }

    static List<RunHead> heads(SqlSession session, Collection<RunId> runs) throws SQLException {
        return session.prepare("SELECT run_id, head, status, pruned FROM waybill.run WHERE run_id = ANY (?)")
                .array("text", runs.stream().map(RunId::value).toArray(String[]::new))
                .rows(row -> new RunHead(
                        new RunId(row.getString(1)),
                        row.getLong(2),
                        RunStatus.ofWire(row.getString(3)).isTerminal(),
                        row.getBoolean(4)));
    }

    /// In the words of the index, without which it is not used.
    private static String unfinished(RunQuery query) {
        return query.statuses().contains(RunStatus.COMPLETED) ? "" : " AND status <> 'completed'";
    }

    private static String when(@Nullable Object asked, String condition) {
        return asked == null ? "" : condition;
    }

    private static Bound bind(Bound statement, RunQuery query) throws SQLException {
        List<@Nullable String> first = new ArrayList<>();
        first.add(query.tenant());
        first.add(query.definitionId());
        first.add(query.session());
        bindPresent(statement, first);
        if (!query.statuses().isEmpty()) {
            statement.array(
                    "text", query.statuses().stream().map(RunStatus::wire).toArray(String[]::new));
        }
        List<@Nullable String> second = new ArrayList<>();
        second.add(query.idPrefix().isEmpty() ? null : query.idPrefix());
        second.add(query.idSuffix().isEmpty() ? null : query.idSuffix());
        second.add(value(query.parent()));
        second.add(value(query.forkOf()));
        String wanted = query.search().isEmpty() ? null : query.search();
        second.add(wanted);
        second.add(wanted);
        second.add(value(query.before()));
        bindPresent(statement, second);
        return query.updatedBefore() == null ? statement : statement.time(query.updatedBefore());
    }

    private static void bindPresent(Bound statement, List<@Nullable String> values) throws SQLException {
        for (String value : values) {
            if (value != null) {
                statement.text(value);
            }
        }
    }

    private static @Nullable String value(@Nullable RunId run) {
        return run == null ? null : run.value();
    }

    private static StoredRun read(ResultSet row) throws SQLException {
        return new StoredRun(
                header(row),
                row.getLong(2),
                new Projection(
                        RunStatus.ofWire(row.getString(3)),
                        row.getBoolean(4),
                        Micros.read(row, 5),
                        row.getString(6),
                        Micros.toInstant(row.getLong(7))),
                process(row.getString(8)),
                process(row.getString(9)),
                row.getLong(10),
                row.getBoolean(11));
    }

    private static RunHeader header(ResultSet row) throws SQLException {
        try {
            return HeaderCodec.decode(row.getBytes(1));
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    StoreProblem.CORRUPT,
                    "the header of %s is damaged (%s): restore it from a backup"
                            .formatted(row.getString(12), e.getMessage()),
                    e);
        }
    }

    private static @Nullable ProcessId process(@Nullable String name) {
        return name == null ? null : new ProcessId(name);
    }

    /// Holds runs against other writers until the transaction ends. All writers lock in the order of ids, so that
    /// none waits for one that waits for it.
    static List<RunRow> lock(SqlSession session, SequencedCollection<RunId> runs) throws SQLException {
        return rows(session, """
                SELECT run_id, prefix_length, head, steps, summaries, started_by, owner, epoch, pruned
                  FROM waybill.run
                 WHERE run_id = ANY (?)
                 ORDER BY run_id
                   FOR NO KEY UPDATE""", runs);
    }

    /// Holds the sources of forks against pruning only: their own writers go on.
    static List<RunRow> keep(SqlSession session, SequencedCollection<RunId> sources) throws SQLException {
        return rows(session, """
                SELECT run_id, prefix_length, head, steps, summaries, started_by, owner, epoch, pruned
                  FROM waybill.run
                 WHERE run_id = ANY (?)
                 ORDER BY run_id
                   FOR KEY SHARE""", sources);
    }

    private static List<RunRow> rows(SqlSession session, String sql, SequencedCollection<RunId> runs)
            throws SQLException {
        return runs.isEmpty()
                ? List.of()
                : session.prepare(sql)
                        .array("text", runs.stream().map(RunId::value).toArray(String[]::new))
                        .rows(RunTable::readLocked);
    }

    private static RunRow readLocked(ResultSet row) throws SQLException {
        return new RunRow(
                new RunId(row.getString(1)),
                null,
                null,
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getString(6),
                row.getString(7),
                row.getLong(8),
                row.getBoolean(9));
    }

    /// New runs; fails when somebody else has just created one of them.
    static void insert(SqlSession session, List<RunRow> rows) throws SQLException {
        if (!rows.isEmpty()) {
            bindNew(session.prepare(INSERT), rows).update();
        }
    }

    static Bound bindNew(Bound statement, List<RunRow> rows) throws SQLException {
        return changing(statement, rows)
                .texts(row -> row.run().value())
                .texts(row -> header(row).tenant())
                .texts(row -> header(row).definitionId())
                .texts(row -> header(row).origin() instanceof Origin.Child child
                        ? child.parent().value()
                        : null)
                .texts(row -> header(row).origin() instanceof Origin.Fork fork
                        ? fork.source().value()
                        : null)
                .bytes(row -> HeaderCodec.encode(header(row)))
                .numbers(RunRow::prefixLength)
                .numbers(RunRow::epoch)
                .texts(row -> header(row).session())
                .numbers(row -> RowSum.of(HeaderCodec.encode(header(row))))
                .bound();
    }

    /// Runs that are locked.
    static void update(SqlSession session, List<RunRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Bound statement = session.prepare("""
                UPDATE waybill.run AS r
                   SET head = n.head, steps = n.steps, summaries = n.summaries, status = n.status, ready = n.ready,
                       due_at = n.due_at, current_node = n.current_node, updated_at = n.updated_at,
                       started_by = n.started_by, owner = n.owner
                  FROM unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::boolean[], ?::bigint[], ?::text[],
                              ?::bigint[], ?::text[], ?::text[], ?::text[])
                    AS n (head, steps, summaries, status, ready, due_at, current_node, updated_at, started_by, owner,
                          run_id)
                 WHERE r.run_id = ANY (?::text[]) AND r.run_id = n.run_id""");
        changing(statement, rows)
                .texts(row -> row.run().value())
                .texts(row -> row.run().value())
                .bound()
                .update();
    }

    /// Calls for attention to runs that are locked.
    static void wake(SqlSession session, SequencedCollection<RunId> runs) throws SQLException {
        if (!runs.isEmpty()) {
            session.prepare("UPDATE waybill.run SET woken = true WHERE run_id = ANY (?)")
                    .array("text", runs.stream().map(RunId::value).toArray(String[]::new))
                    .update();
        }
    }

    private static Rows<RunRow> changing(Bound statement, List<RunRow> rows) throws SQLException {
        return new Rows<>(statement, rows)
                .numbers(RunRow::head)
                .numbers(RunRow::steps)
                .numbers(RunRow::summaries)
                .texts(row -> row.changedTo().status().wire())
                .flags(row -> row.changedTo().ready())
                .numbers(row -> row.changedTo().dueAt() == null
                        ? null
                        : Micros.of(row.changedTo().dueAt()))
                .texts(row -> row.changedTo().currentNode())
                .numbers(row -> Micros.of(row.changedTo().updatedAt()))
                .texts(RunRow::startedBy)
                .texts(RunRow::owner);
    }

    private static RunHeader header(RunRow row) {
        return Objects.requireNonNull(row.created());
    }
}
