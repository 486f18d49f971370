package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.JsonLineRecords;
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

    private static void weave(SourceFile file, Statement statement, RecordSink sink) throws SQLException {
        if (!hasTable(statement, WEAVE_TABLE)) {
            return;
        }
        HashChain chain = HashChain.whole(Sha256Hash.GENESIS);
        try (ResultSet rows = statement.executeQuery("select * from weave_events order by sequence_id, event_id")) {
            for (long number = 1; rows.next(); number++) {
                JsonObject json = json(rows);
                try {
                    Understood record = understood(file, RowsReader.WEAVE, WEAVE_TABLE, number, json);
                    record.with(chain.next(WeaveRecord.link(json), record.place(), sink::finding))
                            .giveTo(sink);
                } catch (UnreadableRecord e) {
                    chain.unreadable();
                    sink.finding(JsonLineRecords.unreadable(
                            file.place(WEAVE_TABLE, number), String.valueOf(e.getMessage())));
                }
            }
        }
    }

    private static void rows(SourceFile file, Statement statement, RowRecord row, RecordSink sink) throws SQLException {
        if (!hasTable(statement, row.table())) {
            return;
        }
        String query = "select * from " + row.table() + " order by " + row.idColumn();
        try (ResultSet rows = statement.executeQuery(query)) {
            for (long number = 1; rows.next(); number++) {
                try {
                    understood(file, row, row.table(), number, json(rows)).giveTo(sink);
                } catch (UnreadableRecord e) {
                    sink.finding(JsonLineRecords.unreadable(
                            file.place(row.table(), number), String.valueOf(e.getMessage())));
                }
            }
        }
    }

    private static Understood understood(
            SourceFile file, RecordFormat format, String table, long number, JsonObject json) {
        return Understood.made(format, json, PythonJson.compact(json), file.place(table, number));
    }

    /// A view of that name would run what its author likes.
    private static boolean hasTable(Statement statement, String table) throws SQLException {
        try (ResultSet found =
                statement.executeQuery("select 1 from sqlite_master where type = 'table' and name = '" + table + "'")) {
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
