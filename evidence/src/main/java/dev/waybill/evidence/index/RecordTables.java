package dev.waybill.evidence.index;

import dev.waybill.base.Recent;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes records and findings into their tables.
final class RecordTables {

    private static final int REMEMBERED = 4096;

    /// So many rows are cheaper to sort into the indexes at the end than to put into them one by one.
    private static final int MANY = 50_000;

    private final Connection connection;
    private final BatchInsert records;
    private final BatchInsert aliases;
    private final BatchInsert links;
    private final BatchInsert changes;
    private final BatchInsert findings;
    private final BatchInsert commons;
    private final Map<CommonPart, Long> known = new Recent<>(REMEMBERED);
    private long lastCommon;
    private long touched;
    private boolean indexed = true;

    /// Rows of the tables behind their last columns, in the order of [IndexSchema].
    RecordTables(Connection connection) throws SQLException {
        this.connection = connection;
        records = new BatchInsert(connection, "record", PreparedRow.COLUMNS);
        aliases = new BatchInsert(connection, "alias", 2);
        links = new BatchInsert(connection, "link", 5);
        changes = new BatchInsert(connection, "change", 4);
        findings = new BatchInsert(connection, "finding", 9);
        commons = new BatchInsert(connection, "common", 7);
        try (Statement statement = connection.createStatement()) {
            lastCommon = IndexDatabase.number(statement, "select max(id) from common");
        }
    }

    void add(long key, PreparedRow row, Integrity integrity) throws SQLException {
        touch(1);
        @Nullable Object[] columns = row.columns();
        columns[0] = key;
        columns[1] = common(CommonPart.of(row, integrity));
        records.add(columns);
        names(key, row);
        if (row.change() != null) {
            changes.add(
                    key,
                    row.change().lever(),
                    row.change().owner(),
                    row.change().at());
        }
    }

    private void names(long key, PreparedRow row) throws SQLException {
        for (String other : row.aliases()) {
            aliases.add(key, other);
        }
        int n = 0;
        for (QualifiedId parent : row.content().parents()) {
            links.add(key, n++, "parent", parent.repo().wire(), parent.id());
        }
        for (QualifiedId link : row.links()) {
            links.add(key, n++, "native", link.repo().wire(), link.id());
        }
    }

    private long common(CommonPart part) throws SQLException {
        Long id = known.get(part);
        if (id == null) {
            id = ++lastCommon;
            known.put(part, id);
            commons.add(id, part.repo(), part.type(), part.format(), part.entry(), part.level(), part.detail());
        }
        return id;
    }

    void add(long source, Finding finding, @Nullable Place place) throws SQLException {
        findings.add(
                null,
                source,
                finding.code().name(),
                finding.code().severity().name(),
                place == null ? null : place.root(),
                place == null ? null : place.file(),
                place == null ? null : place.entry(),
                place == null ? null : place.line(),
                finding.message());
    }

    /// Takes away what was found in a source.
    void remove(long source, long count) throws SQLException {
        touch(count);
        for (String table : List.of("record", "alias", "link", "change")) {
            try (PreparedStatement delete =
                    connection.prepareStatement("delete from " + table + " where row >= ? and row < ?")) {
                delete.setLong(1, RowNumbers.key(source, 0));
                delete.setLong(2, RowNumbers.key(source + 1, 0));
                delete.executeUpdate();
            }
        }
        try (PreparedStatement delete = connection.prepareStatement("delete from finding where source = ?")) {
            delete.setLong(1, source);
            delete.executeUpdate();
        }
    }

    private void touch(long count) throws SQLException {
        touched += count;
        if (indexed && touched > MANY) {
            indexed = false;
            try (Statement statement = connection.createStatement()) {
                IndexSchema.dropIndexes(statement);
            }
        }
    }

    /// Puts into the tables what still waits.
    void finish() throws SQLException {
        for (BatchInsert insert : List.of(records, aliases, links, changes, findings, commons)) {
            insert.flush();
            insert.close();
        }
    }
}
