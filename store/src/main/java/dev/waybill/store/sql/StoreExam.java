package dev.waybill.store.sql;

import dev.waybill.base.Digest;
import dev.waybill.journal.HeaderCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RowDamage;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One pass over every row of a store: its checksum, and for what can be computed anew, whether it is what follows.
/// Which columns stand outside of that, `docs/runs.md` says.
public final class StoreExam {

    private static final int FETCH = 1_000;

    private final Connection connection;
    private final Consumer<RowDamage> sink;
    private long unsealed;

    /// @param connection on which nothing else is read meanwhile
    public StoreExam(Connection connection, Consumer<RowDamage> sink) {
        this.connection = connection;
        this.sink = sink;
    }

    /// What differs between databases: the names of the tables.
    ///
    /// @param runs `run_id`, `tenant`, `definition_id`, `parent`, `fork_of`, `session`, length of the prefix, step
    ///     receipts and summaries as the row counts them, and as they are there, the header
    /// @param segments `run_id`, the end of a shared stretch, its source, its begin or null; in order
    /// @param shelves `shelf`, `tenant`, the last change, as it is kept, as it was made, how many there were
    /// @param blobs `digest`, `bytes`
    /// @param leftovers runs whose mark of a pruned run does not fit the rest, and how
    public record Tables(
            String runs, String segments, String shelves, String blobs, String leftovers, List<SealedTable> sealed) {}

    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    /// @return how many rows bear no checksum
    public long examine(Tables tables) throws SQLException {
        for (SealedTable table : tables.sealed()) {
            each(table.select(), row -> sealed(table, row));
        }
        Map<String, StringJoiner> segments = new LinkedHashMap<>();
        each(
                tables.segments(),
                row -> segments.computeIfAbsent(String.valueOf(row.getString(1)), _ -> new StringJoiner(", "))
                        .add(segment(row.getString(3), row.getString(4), row.getLong(2))));
        each(tables.runs(), row -> run(row, segments));
        segments.forEach((run, _) -> find("the stretches that " + run + " shares", null, "there is no such run"));
        each(tables.shelves(), this::shelf);
        each(tables.blobs(), this::blob);
        each(tables.leftovers(), row -> find("runs, " + row.getString(1), row.getString(1), row.getString(2)));
        return unsealed;
    }

    private void each(String sql, Row reader) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH);
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    private void find(String place, @Nullable String run, String message) {
        RunId known = null;
        try {
            known = run == null ? null : new RunId(run);
        } catch (IllegalArgumentException _) {
            // The name itself is damaged; the place says where.
        }
        sink.accept(new RowDamage(place, known, message));
    }

    private void sealed(SealedTable table, ResultSet row) throws SQLException {
        int first = table.place().size() + 1;
        int moving = first + table.fixed().size();
        int sum = moving + table.moving().size();
        if (row.getObject(sum) == null) {
            unsealed++;
            return;
        }
        String wrong = null;
        try {
            long expected = RowSum.of(row, first, moving - 1);
            for (int column = moving; column < sum; column++) {
                expected += row.getLong(column);
            }
            wrong = row.getLong(sum) == expected ? null : "it is not what was written: its checksum is another one";
        } catch (IllegalArgumentException e) {
            wrong = "it is not what was written: " + e.getMessage();
        }
        if (wrong != null) {
            find(table.title() + ", " + place(table, row), table.runOf(row), wrong);
        }
    }

    private static String place(SealedTable table, ResultSet row) throws SQLException {
        StringJoiner place = new StringJoiner(" ");
        for (int column = 1; column <= table.place().size(); column++) {
            place.add(String.valueOf(row.getString(column)));
        }
        return place.toString();
    }

    private static String segment(@Nullable String source, @Nullable String from, long end) {
        return "%s from %s to %d".formatted(source, from, end);
    }

    private void run(ResultSet row, Map<String, StringJoiner> segments) throws SQLException {
        String id = String.valueOf(row.getString(1));
        String place = "runs, " + id;
        StringJoiner shared = segments.remove(id);
        byte[] bytes = row.getBytes(12);
        RunHeader header;
        try {
            header = bytes == null ? null : HeaderCodec.decode(bytes);
        } catch (IllegalArgumentException e) {
            find(place, id, "its header cannot be read: " + e.getMessage());
            return;
        }
        if (header == null) {
            find(place, id, "it has no header");
            return;
        }
        compare(place, id, "name", header.runId().value(), id);
        compare(place, id, "tenant", header.tenant(), row.getString(2));
        compare(place, id, "workflow", header.definitionId(), row.getString(3));
        Origin origin = header.origin();
        compare(
                place,
                id,
                "parent",
                origin instanceof Origin.Child it ? it.parent().value() : null,
                row.getString(4));
        compare(
                place,
                id,
                "source",
                origin instanceof Origin.Fork it ? it.source().value() : null,
                row.getString(5));
        compare(place, id, "session", header.session(), row.getString(6));
        compare(place, id, "shared events", header.prefixLength(), row.getLong(7));
        compare(place, id, "step receipts", row.getLong(10), row.getLong(8));
        compare(place, id, "summaries", row.getLong(11), row.getLong(9));
        compare(place, id, "shared stretches", stretches(header, shared), shared == null ? "" : shared.toString());
    }

    private static String stretches(RunHeader header, @Nullable StringJoiner found) {
        boolean begins = found == null || !found.toString().contains(" from null ");
        StringJoiner expected = new StringJoiner(", ");
        long from = 0;
        for (var segment : header.prefix()) {
            expected.add(segment(segment.run().value(), begins ? String.valueOf(from) : null, segment.end()));
            from = segment.end();
        }
        return expected.toString();
    }

    private void compare(String place, String run, String what, @Nullable Object expected, @Nullable Object found) {
        if (!Objects.equals(expected, found)) {
            find(place, run, "%s: expected %s, found %s".formatted(what, expected, found));
        }
    }

    private void shelf(ResultSet row) throws SQLException {
        long kept = row.getLong(3);
        if (kept != row.getLong(4) || kept != row.getLong(5)) {
            find(
                    "shelves, %s of tenant %s".formatted(row.getString(1), row.getString(2)),
                    null,
                    "its last change is kept as %d, and %d changes are there, the last of them %d"
                            .formatted(kept, row.getLong(5), row.getLong(4)));
        }
    }

    private void blob(ResultSet row) throws SQLException {
        byte[] name = row.getBytes(1);
        byte[] bytes = row.getBytes(2);
        if (name == null || bytes == null || !Arrays.equals(Digest.of(bytes).toBytes(), name)) {
            find(
                    "blobs, "
                            + (name == null
                                    ? "one without a name"
                                    : HexFormat.of().formatHex(name)),
                    null,
                    "its bytes have another digest");
        }
    }
}
