package dev.waybill.store.sqlite;

import dev.waybill.journal.store.RunStore;
import dev.waybill.simulator.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The contract of all stores, kept by SQLite.
class SqliteStoreTest extends StoreContract {

    @TempDir
    Path directory;

    @Override
    protected RunStore open() {
        return SqliteStore.open(directory);
    }

    @Override
    protected RunStore reopen() {
        return SqliteStore.open(directory);
    }
}
