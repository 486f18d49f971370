package dev.waybill.store.postgres;

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

/// What agents remember, in the same database.
record PostgresMemories(Database database) implements Memories {

    static final MemoryTable TABLE = new MemoryTable("waybill.memory_scope", "waybill.memory_change");

    static final String SCHEMA = """
            CREATE TABLE waybill.memory_scope (
                tenant  text COLLATE "C" NOT NULL,
                name    text COLLATE "C" NOT NULL,
                version bigint NOT NULL,
                oldest  bigint NOT NULL,
                PRIMARY KEY (tenant, name)
            ) WITH (fillfactor = 80);

            CREATE TABLE waybill.memory_change (
                tenant     text COLLATE "C" NOT NULL,
                scope      text COLLATE "C" NOT NULL,
                version    bigint NOT NULL,
                path       text COLLATE "C" NOT NULL,
                run_id     text COLLATE "C" NOT NULL,
                seq        bigint NOT NULL,
                ref        text COLLATE "C" NOT NULL,
                id         text COLLATE "C" NOT NULL,
                body       bytea NOT NULL,
                created_at bigint NOT NULL,
                expires_at bigint,
                PRIMARY KEY (tenant, scope, ref, id, version)
            );
            """;

    @Override
    public MemoryMark mark(MemoryScope scope) {
        return database.read(session -> TABLE.mark(session, scope));
    }

    @Override
    public List<StoredMemory> read(MemoryLayer layer, @Nullable String ref, @Nullable String id) {
        return database.read(session -> TABLE.read(session, layer, ref, id));
    }

    @Override
    public List<StoredMemory> history(MemoryScope scope, String ref, String id) {
        return database.read(session -> TABLE.history(session, scope, ref, id));
    }

    @Override
    public List<MemoryScope> scopes(String tenant) {
        return database.read(session -> TABLE.scopes(session, tenant));
    }

    @Override
    public long write(MemoryWrite write) {
        return database.write(session -> TABLE.insert(session, write));
    }

    @Override
    public int forget(Instant before) {
        return database.repeatableWrite(session -> TABLE.forget(session, before));
    }
}
