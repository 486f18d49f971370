package dev.waybill.store.postgres;

import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The tables `event` and `shared_prefix`: the logs, and which stretch of which log a fork shares.
final class EventTable {

    static final String INSERT = """
            INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part, row_sum)
            SELECT *
              FROM unnest(?::text[], ?::bigint[], ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::bigint[])
                AS e (run_id, seq, type, node_id, public_part, private_part, row_sum)""";

    private EventTable() {}

    private record Prunable(boolean over, String tenant) {}

    /// An event on its way into the table.
    record Line(RunId run, StoredEvent event) {}

    private record Shared(RunId run, RunId source, long from, long end) {}

    /// Sequences are dense, so a limit is a range. The stretches of a run come first, its own last, and each is
    /// one walk along an index: a join could be turned round, and then reads every log there is.
    static List<StoredEvent> read(SqlSession session, RunId run, long from, int limit) throws SQLException {
        long first = Math.max(0, from);
        long end = first > Long.MAX_VALUE - limit ? Long.MAX_VALUE : first + limit;
        return session.prepare("""
                        SELECT e.seq, e.type, e.node_id, e.public_part, e.private_part
                          FROM waybill.run r
                         CROSS JOIN LATERAL (
                               SELECT source, from_seq, end_seq FROM waybill.shared_prefix WHERE run_id = r.run_id
                               UNION ALL
                               SELECT r.run_id, r.prefix_length, r.head
                               OFFSET 0) AS stretch
                         CROSS JOIN LATERAL (
                               SELECT seq, type, node_id, public_part, private_part
                                 FROM waybill.event
                                WHERE run_id = stretch.source
                                  AND seq >= greatest(stretch.from_seq, ?) AND seq < least(stretch.end_seq, ?)
                                ORDER BY seq
                               OFFSET 0) AS e
                         WHERE r.run_id = ? AND NOT r.pruned
                         ORDER BY e.seq""")
                .number(first)
                .number(end)
                .text(run.value())
                .rows(row -> new StoredEvent(
                        row.getLong(1), row.getString(2), row.getString(3), row.getBytes(4), row.getBytes(5)));
    }

    /// A second event at one place is refused by the table itself, should every check before have failed.
    static void insert(SqlSession session, List<Append> appends) throws SQLException {
        List<Line> lines = lines(appends);
        if (!lines.isEmpty()) {
            bind(session.prepare(INSERT), lines).update();
        }
    }

    static List<Line> lines(List<Append> appends) {
        return appends.stream()
                .flatMap(append -> append.events().stream().map(event -> new Line(append.run(), event)))
                .toList();
    }

    static Bound bind(Bound statement, List<Line> lines) throws SQLException {
        return new Rows<>(statement, lines)
                .texts(line -> line.run().value())
                .numbers(line -> line.event().sequence())
                .texts(line -> line.event().type())
                .texts(line -> line.event().nodeId())
                .bytes(line -> line.event().publicPart())
                .bytes(line -> line.event().privatePart())
                .numbers(line -> RowSum.of(line.event()))
                .bound();
    }

    static void share(SqlSession session, List<Append> appends) throws SQLException {
        List<Shared> stretches = appends.stream()
                .flatMap(append -> Stream.ofNullable(append.creates()))
                .flatMap(header -> stretches(header).stream())
                .toList();
        if (stretches.isEmpty()) {
            return;
        }
        new Rows<>(session.prepare("""
                        INSERT INTO waybill.shared_prefix (run_id, source, from_seq, end_seq)
                        SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[])"""), stretches)
                .texts(shared -> shared.run().value())
                .texts(shared -> shared.source().value())
                .numbers(Shared::from)
                .numbers(Shared::end)
                .bound()
                .update();
    }

    private static List<Shared> stretches(RunHeader header) {
        List<Shared> stretches = new ArrayList<>();
        long from = 0;
        for (Segment segment : header.prefix()) {
            stretches.add(new Shared(header.runId(), segment.run(), from, segment.end()));
            from = segment.end();
        }
        return stretches;
    }

    /// Deletes a terminal run's events and answers unless a fork still needs the events. The lock comes first and keeps
    /// new forks out; a statement of its own then sees every fork that was there before.
    static boolean prune(SqlSession session, RunId run) throws SQLException {
        Optional<Prunable> found = session.prepare(
                        "SELECT status, pruned, tenant FROM waybill.run WHERE run_id = ? FOR UPDATE")
                .text(run.value())
                .first(row -> new Prunable(
                        RunStatus.ofWire(row.getString(1)).isTerminal() && !row.getBoolean(2), row.getString(3)));
        if (found.isEmpty() || !found.get().over || isShared(session, run)) {
            return false;
        }
        session.prepare("DELETE FROM waybill.event WHERE run_id = ?")
                .text(run.value())
                .update();
        AnswerTable.forget(session, found.get().tenant, run);
        long sum = session.prepare(
                        "SELECT head, status, ready, due_at, current_node, updated_at FROM waybill.run WHERE run_id = ?")
                .text(run.value())
                .first(RowSum::ofRow)
                .orElseThrow();
        session.prepare("UPDATE waybill.run SET pruned = true, row_sum = ? WHERE run_id = ?")
                .number(sum)
                .text(run.value())
                .update();
        return true;
    }

    private static boolean isShared(SqlSession session, RunId run) throws SQLException {
        return session.prepare("""
                        SELECT 1
                          FROM waybill.shared_prefix p
                          JOIN waybill.run fork ON fork.run_id = p.run_id
                         WHERE p.source = ? AND NOT fork.pruned
                         LIMIT 1""").text(run.value()).first(_ -> true).isPresent();
    }
}
