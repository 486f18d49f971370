package dev.waybill.store.sql;

import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.RunPlace;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.MemoryLayer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Documents of tenants. Both stores speak the same SQL here; only the tables are called otherwise.
///
/// An edit locks its shelf's row until its transaction ends: two edits of one shelf come one after the other, and a
/// change that was read once never gets more.
///
/// @param shelves the table of shelves
/// @param documents the table of versions
public record DocumentTable(String shelves, String documents) {

    private static final String COLUMNS = "shelf, tenant, name, version, change_no, content_type, content, updated_at,"
            + " author, removed, path, run_id, seq, row_sum";

    private static final Comparator<Shelf> ORDER =
            Comparator.comparing(Shelf::kind).thenComparing(Shelf::tenant);

    Optional<Document> newest(SqlSession session, Shelf shelf, String name) throws SQLException {
        return session.prepare(select() + " ORDER BY version DESC LIMIT 1")
                .text(shelf.kind())
                .text(shelf.tenant())
                .text(name)
                .first(DocumentTable::document);
    }

    private String select() {
        return "SELECT " + COLUMNS + " FROM " + documents + " WHERE shelf = ? AND tenant = ? AND name = ?";
    }

    List<Document> versions(SqlSession session, Shelf shelf, String name) throws SQLException {
        return session.prepare(select() + " ORDER BY version DESC")
                .text(shelf.kind())
                .text(shelf.tenant())
                .text(name)
                .rows(DocumentTable::document);
    }

    List<Document> list(SqlSession session, Shelf shelf, long change) throws SQLException {
        String sql = newest("change_no <= ?") + " AND removed = 0 ORDER BY name";
        return session.prepare(sql)
                .text(shelf.kind())
                .text(shelf.tenant())
                .number(change)
                .rows(DocumentTable::document);
    }

    List<Document> seen(SqlSession session, MemoryLayer layer, @Nullable String name) throws SQLException {
        Shelf shelf = Shelf.workspace(layer.scope());
        String sql = newest("((change_no <= ? AND substr(path, 1, length(CAST(? AS text))) = ?)"
                        + " OR (run_id = ? AND seq < ?))"
                        + (name == null ? "" : " AND name = ?"))
                + " ORDER BY name";
        Bound bound = session.prepare(sql)
                .text(shelf.kind())
                .text(shelf.tenant())
                .number(layer.version())
                .text(layer.path())
                .text(layer.path())
                .text(layer.run().value())
                .number(layer.before());
        return (name == null ? bound : bound.text(name)).rows(DocumentTable::document);
    }

    /// The newest version of each document of a shelf among those that a condition lets through.
    private String newest(String condition) {
        return """
                SELECT %s FROM (
                  SELECT %s, row_number() OVER (PARTITION BY name ORDER BY version DESC) AS place FROM %s
                   WHERE shelf = ? AND tenant = ? AND %s) seen
                 WHERE place = 1""".formatted(COLUMNS, COLUMNS, documents, condition);
    }

    long mark(SqlSession session, Shelf shelf) throws SQLException {
        return session.prepare("SELECT change_no FROM " + shelves + " WHERE shelf = ? AND tenant = ?")
                .text(shelf.kind())
                .text(shelf.tenant())
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    Edited edit(SqlSession session, Edit edit) throws SQLException {
        lock(session, edit.shelf());
        Optional<Document> newest = newest(session, edit.shelf(), edit.name());
        long version = newest.map(Document::version).orElse(0L);
        boolean removed = newest.filter(Document::removed).isPresent();
        if (!edit.fits(version, removed)) {
            return new Edited.Conflict(removed ? 0 : version);
        }
        byte[] content = edit.content();
        Document next = new Document(
                edit.shelf(),
                edit.name(),
                edit.versionAfter(version),
                next(session, edit.shelf()),
                edit.type(),
                content == null ? new byte[0] : content,
                edit.at(),
                edit.by(),
                content == null,
                edit.place());
        insert(session, next);
        return new Edited.Done(next);
    }

    /// Locks every shelf of some edits, in one order everywhere, so that no two writers wait for each other.
    public void lock(SqlSession session, Stream<Edit> edits) throws SQLException {
        for (Shelf shelf : edits.map(Edit::shelf).distinct().sorted(ORDER).toList()) {
            lock(session, shelf);
        }
    }

    /// Whether a transaction's edits can all be made, one after the other. Their shelves are locked by then.
    public boolean fit(SqlSession session, List<Edit> edits) throws SQLException {
        Map<List<String>, Long> after = new LinkedHashMap<>();
        for (Edit edit : edits) {
            List<String> name = List.of(edit.shelf().kind(), edit.shelf().tenant(), edit.name());
            Long planned = after.get(name);
            Optional<Document> stored = newest(session, edit.shelf(), edit.name());
            long version = planned == null ? stored.map(Document::version).orElse(0L) : planned;
            boolean removed =
                    planned == null && stored.filter(Document::removed).isPresent();
            if (!edit.fits(version, removed)) {
                return false;
            }
            after.put(name, edit.versionAfter(version));
        }
        return true;
    }

    /// Makes edits that fit.
    public void make(SqlSession session, List<Edit> edits) throws SQLException {
        for (Edit edit : edits) {
            if (edit(session, edit) instanceof Edited.Conflict) {
                throw new IllegalStateException("a locked shelf has changed: " + edit.shelf());
            }
        }
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
        RunPlace place = document.place();
        session.prepare("INSERT INTO %s (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        .formatted(documents, COLUMNS))
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
                .text(place == null ? "" : place.path())
                .text(place == null ? "" : place.run().value())
                .number(place == null ? 0 : place.sequence())
                .number(sum(document))
                .update();
    }

    private static long sum(Document document) {
        RunPlace place = document.place();
        return RowSum.of(
                document.shelf().kind(),
                document.shelf().tenant(),
                document.name(),
                document.version(),
                document.change(),
                document.type(),
                document.content(),
                document.at(),
                document.by(),
                document.removed(),
                place == null ? "" : place.path(),
                place == null ? "" : place.run().value(),
                place == null ? 0 : place.sequence());
    }

    private static Document document(ResultSet row) throws SQLException {
        String run = row.getString(12);
        Document found = new Document(
                new Shelf(row.getString(1), row.getString(2)),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getString(6),
                row.getBytes(7),
                Micros.toInstant(row.getLong(8)),
                row.getString(9),
                row.getInt(10) == 1,
                run.isEmpty() ? null : new RunPlace(new RunId(run), row.getString(11), row.getLong(13)));
        String place = "documents, version %d of %s %s of tenant %s"
                .formatted(
                        found.version(),
                        found.shelf().kind(),
                        found.name(),
                        found.shelf().tenant());
        RowSum.require(row, 14, sum(found), place);
        return found;
    }
}
