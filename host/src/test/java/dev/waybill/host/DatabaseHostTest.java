package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A host on a JDBC URL does what one on a directory does.
class DatabaseHostTest {

    @TempDir
    Path directory;

    @Test
    void runsLieInPostgresAndTwoHostsShareThem() throws Exception {
        Workflow release = Workflow.named("release").approval("gate", "Ship it?");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            String url = postgres.getJdbcUrl("postgres", "postgres");
            String id;
            try (Host host = Host.at(url).keys(directory).workflow(release).open()) {
                Run run = host.start("release", null);
                run.awaitQuestion();
                id = run.id();
            }
            try (Host next = Host.at(url).keys(directory).workflow(release).open()) {
                Run run = next.run(id);
                run.answer("gate", "accept", "ada");
                assertThat(run.await().isCompleted()).isTrue();
                run.export(directory.resolve("proof.zip"));
                assertThat(next.verify(directory.resolve("proof.zip"))
                                .completeness()
                                .isComplete())
                        .isTrue();
            }
        }
    }

    @Test
    void anotherKindOfUrlIsRefusedWithoutRepeatingIt() {
        assertThatThrownBy(() -> Host.at("jdbc:mysql://ada:secret@localhost/runs"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret");
    }
}
