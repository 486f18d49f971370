package dev.waybill.store.sqlite;

import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.StoredMemory;
import dev.waybill.store.sql.MemoryTable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What agents remember, in the same file.
record SqliteMemories(Readers readers, Writer writer) implements Memories {

    static final MemoryTable TABLE = new MemoryTable("memory_scopes", "memory_changes");

    static final String SCHEMA = """
            CREATE TABLE memory_scopes (
              tenant TEXT NOT NULL,
              name TEXT NOT NULL,
              version INTEGER NOT NULL,
              oldest INTEGER NOT NULL,
              PRIMARY KEY (tenant, name)
            ) WITHOUT ROWID;

            CREATE TABLE memory_changes (
              tenant TEXT NOT NULL,
              scope TEXT NOT NULL,
              version INTEGER NOT NULL,
              path TEXT NOT NULL,
              run_id TEXT NOT NULL,
              seq INTEGER NOT NULL,
              ref TEXT NOT NULL,
              id TEXT NOT NULL,
              body BLOB NOT NULL,
              created_at INTEGER NOT NULL,
              expires_at INTEGER
            );
            CREATE UNIQUE INDEX memory_changes_entry ON memory_changes (tenant, scope, ref, id, version);
            """;

    /// The one writer of the file.
    interface Writer {
        <R> R write(Write.Work<R> work);
    }

    @Override
    public MemoryMark mark(MemoryScope scope) {
        return readers.read(session -> TABLE.mark(session, scope));
    }

    @Override
    public List<StoredMemory> read(MemoryLayer layer, @Nullable String ref, @Nullable String id) {
        return readers.read(session -> TABLE.read(session, layer, ref, id));
    }

    @Override
    public List<StoredMemory> history(MemoryScope scope, String ref, String id) {
        return readers.read(session -> TABLE.history(session, scope, ref, id));
    }

    @Override
    public List<MemoryScope> scopes(String tenant) {
        return readers.read(session -> TABLE.scopes(session, tenant));
    }

    @Override
    public long write(MemoryWrite write) {
        return writer.write(session -> TABLE.insert(session, write));
    }

    @Override
    public int forget(Instant before) {
        return writer.write(session -> TABLE.forget(session, before));
    }
}
