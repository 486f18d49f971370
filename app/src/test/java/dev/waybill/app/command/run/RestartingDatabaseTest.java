package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.testkit.Relay;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A database that goes away and comes back does not end the command that watches a run.
class RestartingDatabaseTest {

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void aRunInTheForegroundGoesOnWhenItsDatabaseIsBack() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start();
                Relay relay = new Relay(server.getPort())) {
            RunDesk desk = new RunDesk(folder);
            String direct = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
            String file = desk.workflow(
                    "slow", "", node("wait", "core.delay", "{\"delayMs\":9000}"), node("end", "core.noop", "{}"));
            CompletableFuture<Asked> run =
                    CompletableFuture.supplyAsync(() -> desk.ask("run", file, "--db", relay.url(direct)));
            while (!desk.ask("runs", "--db", direct).out().contains("slow")) {
                Thread.sleep(50);
            }
            relay.down();
            // Longer than a store tries by itself.
            Thread.sleep(9_000);
            assertThat(run).isNotDone();
            relay.up();
            Asked asked = run.get();

            assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
            assertThat(asked.err()).contains("is not reachable");
        }
    }
}
