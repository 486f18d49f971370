package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.ChainedRecords;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.JsonRows;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The board, an SQLite database: the weave with its chain, and the tables that say what there is.
///
/// A row becomes the JSON that AgentMesh's own export writes for it, byte for byte, so that a row and its export are
/// one record and not two that differ.
public final class BoardReader implements EvidenceReader {

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final String WEAVE_TABLE = "weave_events";

    @Override
    public List<RecordFormat> formats() {
        return new RowsReader().formats();
    }

    /// The write-ahead log and its index belong to the database, and are no files of their own.
    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && (isDatabase(file) || isLogOfDatabase(file));
    }

    private static boolean isDatabase(SourceFile file) {
        byte[] head = file.head();
        return head.length >= MAGIC.length
                && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                && file.name().startsWith("board.");
    }

    private static boolean isLogOfDatabase(SourceFile file) {
        return file.name().equals("board.db-wal") || file.name().equals("board.db-shm");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        if (!isDatabase(file)) {
            return;
        }
        sink.leansOn(ForeignDatabase.log(file.path()));
        try (ForeignDatabase database = ForeignDatabase.open(file.path());
                Statement statement = database.connection().createStatement()) {
            weave(file, statement, sink);
            for (RowRecord row : RowRecord.ALL) {
                rows(file, statement, row, sink);
            }
        } catch (SQLException e) {
            sink.finding(new Finding(
                    FindingCode.UNREADABLE_FILE, file.place(0), "expected a sound database: " + e.getMessage()));
        }
    }

    private static void weave(SourceFile file, Statement statement, RecordSink sink) throws SQLException, IOException {
        Function<Long, Place> places = number -> file.place(WEAVE_TABLE, number);
        ChainedRecords chain =
                new ChainedRecords(WeaveRecord.FORMAT, WeaveRecord::link, HashChain.whole(Sha256Hash.GENESIS));
        try (JsonRows<ChainedRecords.Chained> rows = new JsonRows<>(
                row -> chain.chained(understood(WeaveRecord.FORMAT, row, places), row.json(), sink),
                read -> chain.follow(read, places, sink))) {
            each(statement, WEAVE_TABLE, "sequence_id, event_id", rows);
        }
    }

    private static void rows(SourceFile file, Statement statement, RowRecord table, RecordSink sink)
            throws SQLException, IOException {
        Function<Long, Place> places = number -> file.place(table.table(), number);
        try (JsonRows<PreparedRecord> rows = new JsonRows<>(
                row -> understood(table.format(), row, places).prepared(sink),
                read -> JsonLineRecords.give(read, Integrity.UNSIGNED, places, sink))) {
            each(statement, table.table(), table.idColumn(), rows);
        }
    }

    private static Understood understood(RecordFormat format, JsonRows.Row row, Function<Long, Place> places) {
        return Understood.made(format, row.json(), PythonJson.compact(row.json()), places.apply(row.number()));
    }

    private static void each(Statement statement, String table, String order, JsonRows<?> rows)
            throws SQLException, IOException {
        if (!hasTable(statement, table)) {
            return;
        }
        try (ResultSet found = statement.executeQuery("select * from " + table + " order by " + order)) {
            while (found.next()) {
                JsonObject row = json(found);
                rows.add(row, weight(row));
            }
        }
    }

    private static long weight(JsonObject row) {
        long weight = 0;
        for (JsonValue cell : row.members().values()) {
            weight += cell instanceof JsonString(var text) ? text.length() : Long.BYTES;
        }
        return weight;
    }

    /// A view of that name, or a virtual table, which lies on no page, would run what its author likes.
    private static boolean hasTable(Statement statement, String table) throws SQLException {
        try (ResultSet found = statement.executeQuery(
                "select 1 from sqlite_master where type = 'table' and rootpage > 0 and name = '" + table + "'")) {
            return found.next();
        }
    }

    /// Columns in the order of their names, as the export has them.
    private static JsonObject json(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        TreeMap<String, JsonValue> members = new TreeMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            members.put(columns.getColumnName(i), value(row.getObject(i)));
        }
        return new JsonObject(members);
    }

    private static JsonValue value(@Nullable Object cell) {
        return switch (cell) {
            case null -> JsonNull.NULL;
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case Double number when Double.isFinite(number) -> new JsonNumber(PythonJson.number(number));
            case byte[] bytes -> new JsonString(new String(bytes, StandardCharsets.UTF_8));
            default -> new JsonString(sound(cell.toString()));
        };
    }

    /// A damaged database may hold text that is none.
    private static String sound(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
