package dev.waybill.store.sql;

import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.MemoryLayer;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Documents of tenants, outside of a run's transaction.
///
/// @param marks how far a shelf has come
public record SqlDocuments(SqlAccess access, DocumentTable table, ToLongFunction<Shelf> marks) implements Documents {

    public SqlDocuments(SqlAccess access, DocumentTable table) {
        this(access, table, shelf -> access.read(session -> table.mark(session, shelf)));
    }

    @Override
    public Optional<Document> newest(Shelf shelf, String name) {
        return access.read(session -> table.newest(session, shelf, name));
    }

    @Override
    public List<Document> versions(Shelf shelf, String name) {
        return access.read(session -> table.versions(session, shelf, name));
    }

    @Override
    public List<Document> list(Shelf shelf, long change) {
        return access.read(session -> table.list(session, shelf, change));
    }

    @Override
    public List<Document> seen(MemoryLayer layer, @Nullable String name) {
        return access.read(session -> table.seen(session, layer, name));
    }

    @Override
    public long mark(Shelf shelf) {
        return marks.applyAsLong(shelf);
    }

    @Override
    public Edited edit(Edit edit) {
        return access.write(session -> table.edit(session, edit));
    }
}
