package dev.waybill.store.postgres;

import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.Micros;
import dev.waybill.store.sql.RowSum;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Appends to runs that are there, many with one statement that is its own transaction: one round trip for all.
///
/// The UPDATE checks what [Judge] checks, on the rows as they are once they are locked, and the schema's
/// version beside it. Whatever fails a check changes nothing, and its events and receipts are not inserted. Why
/// it failed is not said here: the judge is asked next.
///
/// Rows are looked up by `ANY` and come in the order of ids whichever way the planner joins them, so that no
/// two writers wait for each other.
final class Extensions {

    private static final String EXTEND = """
            WITH done AS (
                UPDATE waybill.run AS r
                   SET head = n.head, steps = r.steps + n.more_steps, summaries = r.summaries + n.more_summaries,
                       status = n.status, ready = n.ready, due_at = n.due_at, current_node = n.current_node,
                       updated_at = n.updated_at, started_by = coalesce(n.started_by, r.started_by),
                       owner = CASE WHEN n.release THEN NULL ELSE r.owner END
                  FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[],
                              ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::boolean[], ?::bigint[], ?::text[],
                              ?::bigint[], ?::text[], ?::boolean[])
                    AS n (run_id, place, expected, head, owner, epoch, first_step, first_summary, more_steps,
                          more_summaries, status, ready, due_at, current_node, updated_at, started_by, release)
                 WHERE r.run_id = ANY (?::text[]) AND r.run_id = n.run_id
                   AND NOT r.pruned AND r.head = n.expected
                   AND (n.owner IS NULL OR (r.owner = n.owner AND r.epoch = n.epoch))
                   AND (n.first_step IS NULL OR r.steps = n.first_step)
                   AND (n.first_summary IS NULL OR r.summaries = n.first_summary)
                   AND (SELECT version FROM waybill.schema_version) <= ?
                RETURNING n.place),
            events AS (
                INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part, row_sum)
                SELECT run_id, seq, type, node_id, public_part, private_part, row_sum
                  FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::bytea[], ?::bytea[],
                              ?::bigint[])
                    AS e (place, run_id, seq, type, node_id, public_part, private_part, row_sum)
                 WHERE place IN (SELECT place FROM done)),
            receipts AS (
                INSERT INTO waybill.receipt (run_id, kind, idx, seq, ref, bytes, row_sum)
                SELECT run_id, kind, idx, seq, ref, bytes, row_sum
                  FROM unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bytea[], ?::bytea[],
                              ?::bigint[])
                    AS s (place, run_id, kind, idx, seq, ref, bytes, row_sum)
                 WHERE place IN (SELECT place FROM done))
            SELECT place FROM done""";

    private Extensions() {}

    private record Placed(long place, Extension extension) {
        Append append() {
            return extension.append();
        }

        Projection projection() {
            return append().projection();
        }
    }

    private record Line(long place, String run, StoredEvent event) {}

    private record Signed(long place, String run, StoredReceipt receipt) {}

    /// @return the indexes of those that became true
    static List<Integer> write(SqlSession session, List<Extension> extensions) throws SQLException {
        List<Placed> placed = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        List<Signed> receipts = new ArrayList<>();
        for (int place = 0; place < extensions.size(); place++) {
            Extension extension = extensions.get(place);
            placed.add(new Placed(place, extension));
            for (StoredEvent event : extension.append().events()) {
                lines.add(new Line(place, extension.run(), event));
            }
            for (StoredReceipt receipt : extension.append().receipts()) {
                receipts.add(new Signed(place, extension.run(), receipt));
            }
        }
        placed.sort(Comparator.comparing(one -> one.extension().run()));
        Bound statement = session.prepare(EXTEND);
        bindRuns(statement, placed);
        statement.number(Schema.VERSION);
        bindEvents(statement, lines);
        bindReceipts(statement, receipts);
        return statement.rows(row -> row.getInt(1));
    }

    private static void bindRuns(Bound statement, List<Placed> placed) throws SQLException {
        new Rows<>(statement, placed)
                .texts(one -> one.extension().run())
                .numbers(Placed::place)
                .numbers(one -> one.append().expectedHead())
                .numbers(one -> one.append().newHead())
                .texts(one -> one.extension().owner())
                .numbers(one -> one.extension().epoch())
                .numbers(one -> one.extension().firstStep())
                .numbers(one -> one.extension().firstSummary())
                .numbers(one -> one.extension().steps())
                .numbers(one -> one.extension().summaries())
                .texts(one -> one.projection().status().wire())
                .flags(one -> one.projection().ready())
                .numbers(one -> micros(one.projection().dueAt()))
                .texts(one -> one.projection().currentNode())
                .numbers(one -> micros(one.projection().updatedAt()))
                .texts(one -> starter(one.append()))
                .flags(one -> one.append().release())
                .texts(one -> one.extension().run());
    }

    private static void bindEvents(Bound statement, List<Line> lines) throws SQLException {
        new Rows<>(statement, lines)
                .numbers(Line::place)
                .texts(Line::run)
                .numbers(line -> line.event().sequence())
                .texts(line -> line.event().type())
                .texts(line -> line.event().nodeId())
                .bytes(line -> line.event().publicPart())
                .bytes(line -> line.event().privatePart())
                .numbers(line -> RowSum.of(line.event()));
    }

    private static void bindReceipts(Bound statement, List<Signed> receipts) throws SQLException {
        new Rows<>(statement, receipts)
                .numbers(Signed::place)
                .texts(Signed::run)
                .texts(one -> one.receipt().kind().name())
                .numbers(one -> one.receipt().index())
                .numbers(one -> one.receipt().sequence())
                .bytes(one -> one.receipt().ref().toBytes())
                .bytes(one -> one.receipt().bytes())
                .numbers(one -> RowSum.of(one.receipt(), one.receipt().kind().name()));
    }

    private static @Nullable Long micros(@Nullable Instant time) {
        return time == null ? null : Micros.of(time);
    }

    private static @Nullable String starter(Append append) {
        ProcessId starter = append.startedBy();
        return starter == null ? null : starter.value();
    }
}
