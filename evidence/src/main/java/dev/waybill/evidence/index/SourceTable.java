package dev.waybill.evidence.index;

import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.read.Bookmark;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files and folders that were read, and what is to be read of them now.
final class SourceTable {

    /// @param root as it was asked for
    private record Name(String root, Path path) {}

    private final Connection connection;
    private final RecordTables tables;

    /// Those of earlier readings that were not met in this one.
    private final Map<Name, KnownSource> before;

    private final Map<Path, String> leans = new LinkedHashMap<>();
    private @Nullable Name current;
    private String print = "";
    private @Nullable Bookmark bookmark;
    private long id;
    private long count;
    private long last;
    private long total;
    private int position;

    SourceTable(Connection connection, RecordTables tables) throws SQLException {
        this.connection = connection;
        this.tables = tables;
        before = read(connection);
        last = before.values().stream().mapToLong(KnownSource::id).max().orElse(0);
    }

    private static Map<Name, KnownSource> read(Connection connection) throws SQLException {
        Map<Long, Map<Path, String>> leans = new HashMap<>();
        Map<Name, KnownSource> sources = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet found = statement.executeQuery("select source, path, print from lean")) {
                while (found.next()) {
                    leans.computeIfAbsent(found.getLong(1), _ -> new LinkedHashMap<>())
                            .put(Path.of(found.getString(2)), found.getString(3));
                }
            }
            try (ResultSet found = statement.executeQuery(
                    "select root, path, id, position, print, records, offset, line, state, edges from source")) {
                while (found.next()) {
                    sources.put(
                            new Name(found.getString(1), Path.of(found.getString(2))),
                            known(found, leans.getOrDefault(found.getLong(3), Map.of())));
                }
            }
        }
        return sources;
    }

    private static KnownSource known(ResultSet found, Map<Path, String> leans) throws SQLException {
        String edges = found.getString(10);
        Bookmark bookmark =
                edges.isEmpty() ? null : new Bookmark(found.getLong(7), found.getLong(8), found.getString(9));
        return new KnownSource(
                found.getLong(3), found.getInt(4), found.getString(5), leans, found.getLong(6), bookmark, edges);
    }

    /// See [dev.waybill.evidence.read.RecordSink#begin].
    Optional<Bookmark> begin(Path root, Path path) throws SQLException, IOException {
        end();
        Name name = new Name(root.toString(), path);
        KnownSource known = before.remove(name);
        String now = Print.of(path, path.equals(IndexWriter.absolute(root)));
        if (known != null && known.isUnchanged(now)) {
            keep(known);
            return Optional.empty();
        }
        Bookmark grown = known != null && known.hasGrown(path, now) ? known.bookmark() : null;
        if (known != null) {
            drop(known, grown == null);
        }
        current = name;
        print = now;
        id = known != null ? known.id() : ++last;
        count = known != null && grown != null ? known.records() : 0;
        return Optional.of(grown != null ? grown : Bookmark.START);
    }

    private void keep(KnownSource known) throws SQLException {
        total += known.records();
        if (known.position() != position) {
            update("update source set position = ? where id = ?", position, known.id());
        }
        position++;
    }

    /// @param withRecords whether its records go, too
    private void drop(KnownSource known, boolean withRecords) throws SQLException {
        update("delete from source where id = ?", known.id());
        update("delete from lean where source = ?", known.id());
        if (withRecords) {
            tables.remove(known.id(), known.records());
        }
    }

    private void update(String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    void leansOn(Path beside) {
        try {
            leans.put(beside, Print.of(beside, false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void readUpTo(Bookmark end) {
        bookmark = end.offset() < KnownSource.SHORTEST ? null : end;
    }

    /// What could not be read may be readable the next time, though it looks the same.
    void noteTrouble(FindingCode code) {
        if (code == FindingCode.UNREADABLE_FILE || code == FindingCode.TOOL_MISSING) {
            print = "";
        }
    }

    /// Under which the next record is kept.
    long nextKey() {
        return RowNumbers.key(id, count++);
    }

    long id() {
        return id;
    }

    long records() {
        return total + (current == null ? 0 : count);
    }

    private void end() throws SQLException, IOException {
        if (current == null) {
            return;
        }
        Bookmark end = bookmark == null ? Bookmark.START : bookmark;
        update(
                "insert into source values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                id,
                position++,
                current.root(),
                current.path().toString(),
                SourceFile.label(Path.of(current.root()), current.path()),
                print,
                count,
                end.offset(),
                end.line(),
                end.state(),
                bookmark == null ? "" : KnownSource.edges(current.path(), bookmark));
        for (Map.Entry<Path, String> lean : leans.entrySet()) {
            update("insert into lean values (?, ?, ?)", id, lean.getKey().toString(), lean.getValue());
        }
        total += count;
        leans.clear();
        current = null;
        bookmark = null;
    }

    /// What was not met is not there any more.
    void finish() throws SQLException, IOException {
        end();
        for (KnownSource gone : before.values()) {
            drop(gone, true);
        }
    }

    void forgetAll() throws SQLException {
        before.clear();
        try (Statement statement = connection.createStatement()) {
            IndexSchema.make(statement);
        }
    }
}
