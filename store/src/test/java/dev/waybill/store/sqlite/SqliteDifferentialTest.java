package dev.waybill.store.sqlite;

import dev.waybill.simulator.DifferentialCommands;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Seeds;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is asked, SQLite answers as the model does.
class SqliteDifferentialTest {

    private static final int COMMANDS = 400;

    @TempDir
    Path directory;

    @Test
    void itAnswersRandomCommandsAsTheModelDoes() {
        AtomicInteger stores = new AtomicInteger();
        Seeds.check(4, random -> {
            try (SqliteStore store = SqliteStore.open(directory.resolve("store-" + stores.incrementAndGet()))) {
                DifferentialCommands.compare(random, COMMANDS, new ModelStore(), store);
            }
        });
    }
}
