package dev.waybill.store.postgres;

import dev.waybill.simulator.DifferentialCommands;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Seeds;
import org.junit.jupiter.api.Test;

/// PostgreSQL answers random commands as the model does.
class PostgresDifferentialTest {

    private static final int COMMANDS = 300;

    @Test
    void everyAnswerIsTheModels() {
        Seeds.check(6, random -> {
            try (PostgresStore store = PostgresStore.open(PostgresServer.newDatabase())) {
                DifferentialCommands.compare(random, COMMANDS, new ModelStore(), store);
            }
        });
    }
}
