package dev.waybill.store.sql;

import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Documents of tenants. Both stores speak the same SQL here; only the tables are called otherwise.
///
/// An edit locks its shelf's row until its transaction ends: two edits of one shelf come one after the other, and a
/// change that was read once never gets more.
///
/// @param shelves the table of shelves
/// @param documents the table of versions
public record SqlDocuments(SqlAccess access, String shelves, String documents) implements Documents {

    private static final String COLUMNS =
            "shelf, tenant, name, version, change_no, content_type, content, updated_at, author, removed";

    @Override
    public Optional<Document> newest(Shelf shelf, String name) {
        return access.read(session -> newest(session, shelf, name));
    }

    private Optional<Document> newest(SqlSession session, Shelf shelf, String name) throws SQLException {
        return session.prepare(select() + " ORDER BY version DESC LIMIT 1")
                .text(shelf.kind())
                .text(shelf.tenant())
                .text(name)
                .first(SqlDocuments::document);
    }

    private String select() {
        return "SELECT " + COLUMNS + " FROM " + documents + " WHERE shelf = ? AND tenant = ? AND name = ?";
    }

    @Override
    public List<Document> versions(Shelf shelf, String name) {
        return access.read(session -> session.prepare(select() + " ORDER BY version DESC")
                .text(shelf.kind())
                .text(shelf.tenant())
                .text(name)
                .rows(SqlDocuments::document));
    }

    @Override
    public List<Document> list(Shelf shelf, long change) {
        String sql = """
                SELECT %s FROM (
                  SELECT %s, row_number() OVER (PARTITION BY name ORDER BY version DESC) AS place FROM %s
                   WHERE shelf = ? AND tenant = ? AND change_no <= ?) seen
                 WHERE place = 1 AND removed = 0 ORDER BY name""".formatted(COLUMNS, COLUMNS, documents);
        return access.read(session -> session.prepare(sql)
                .text(shelf.kind())
                .text(shelf.tenant())
                .number(change)
                .rows(SqlDocuments::document));
    }

    @Override
    public long mark(Shelf shelf) {
        return access.read(
                session -> session.prepare("SELECT change_no FROM " + shelves + " WHERE shelf = ? AND tenant = ?")
                        .text(shelf.kind())
                        .text(shelf.tenant())
                        .first(row -> row.getLong(1))
                        .orElse(0L));
    }

    @Override
    public Edited edit(Edit edit) {
        return access.write(session -> edit(session, edit));
    }

    private Edited edit(SqlSession session, Edit edit) throws SQLException {
        lock(session, edit.shelf());
        Optional<Document> newest = newest(session, edit.shelf(), edit.name());
        long there = newest.filter(it -> !it.removed()).map(Document::version).orElse(0L);
        byte[] content = edit.content();
        boolean fits = edit.expected() == Edit.ANY || edit.expected() == there;
        if (!fits || (content == null && there == 0)) {
            return new Edited.Conflict(there);
        }
        Document next = new Document(
                edit.shelf(),
                edit.name(),
                newest.map(Document::version).orElse(0L) + 1,
                next(session, edit.shelf()),
                edit.type(),
                content == null ? new byte[0] : content,
                edit.at(),
                edit.by(),
                content == null);
        insert(session, next);
        return new Edited.Done(next);
    }

    private void lock(SqlSession session, Shelf shelf) throws SQLException {
        session.prepare("""
                        INSERT INTO %s AS known (shelf, tenant, change_no) VALUES (?, ?, 0)
                        ON CONFLICT (shelf, tenant) DO UPDATE SET change_no = known.change_no""".formatted(shelves))
                .text(shelf.kind())
                .text(shelf.tenant())
                .update();
    }

    private long next(SqlSession session, Shelf shelf) throws SQLException {
        return session.prepare("UPDATE " + shelves
                        + " SET change_no = change_no + 1 WHERE shelf = ? AND tenant = ? RETURNING change_no")
                .text(shelf.kind())
                .text(shelf.tenant())
                .first(row -> row.getLong(1))
                .orElseThrow();
    }

    private void insert(SqlSession session, Document document) throws SQLException {
        session.prepare("INSERT INTO %s (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)".formatted(documents, COLUMNS))
                .text(document.shelf().kind())
                .text(document.shelf().tenant())
                .text(document.name())
                .number(document.version())
                .number(document.change())
                .text(document.type())
                .bytes(document.content())
                .time(document.at())
                .text(document.by())
                .number(document.removed() ? 1 : 0)
                .update();
    }

    private static Document document(ResultSet row) throws SQLException {
        return new Document(
                new Shelf(row.getString(1), row.getString(2)),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getString(6),
                row.getBytes(7),
                Micros.toInstant(row.getLong(8)),
                row.getString(9),
                row.getInt(10) == 1);
    }
}
