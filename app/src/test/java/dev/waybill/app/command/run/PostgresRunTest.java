package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The command line on a real PostgreSQL: everything that it can do on SQLite.
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresRunTest {

    private static EmbeddedPostgres server;

    @TempDir
    Path folder;

    private RunDesk desk;
    private String url = "";

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
        url = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
    }

    @Test
    void aRunIsStartedAnsweredProvedAndChecked() throws IOException {
        String file = desk.workflow("ship", "", node("gate", "core.approvalGate", "{}"), NOOP);
        Asked waiting = desk.ask(ExitCode.NO, "run", file, "--db", url);
        String run = waiting.out().replaceAll("(?s).*waybill answer (run_\\w{26}) .*", "$1");
        // The URL may hold a password.
        assertThat(waiting.out()).contains(" --db URL").doesNotContain("postgres:postgres");

        String secret = "file:" + Files.writeString(folder.resolve("url.txt"), url + "\n");
        assertThat(desk.ask(ExitCode.YES, "runs", "--db", secret).out()).contains(run, "waiting-approval");
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", "--db", url);
        assertThat(desk.ask(ExitCode.YES, "events", run, "--db", url).out()).contains("run.completed");

        String proof = folder.resolve("proof.zip").toString();
        desk.ask(ExitCode.YES, "export", run, "--out", proof, "--db", url);
        desk.ask(ExitCode.YES, "verify", proof);
        assertThat(desk.ask(ExitCode.YES, "replay", run, "--db", url).out()).contains("same ");
        assertThat(desk.ask(ExitCode.YES, "show", run, "--disclose", "--db", url)
                        .out())
                .contains("all as signed");
        assertThat(desk.ask(ExitCode.YES, "fsck", "--deep", "--db", url).out()).contains("1 run repeated: all is well");
    }

    @Test
    void theAddressMayComeFromTheEnvironment() {
        String file = desk.workflow("plain", "", NOOP);
        Map<String, String> variables = desk.variables();
        variables.remove("WAYBILL_DATA");
        variables.put("WAYBILL_DB", url);

        Asked asked = Asked.waybill(
                variables, java.time.InstantSource.system(), new byte[0], "run", file, "--idempotency-key", "once");

        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void onlyACommandThatStartsRunsMakesAStoreOfAnEmptyDatabase() throws SQLException {
        asked("CREATE DATABASE empty");
        String empty = url.replaceFirst("postgres$", "empty");
        for (String[] words : new String[][] {
            {"answer", "run_01", "gate", "accept"},
            {"cancel", "run_01"},
            {"pause", "run_01"},
            {"prune", "--older-than", "30d"},
            {"keys", "rotate", "--tokens"},
            {"evidence", "record", "--dir", folder.resolve("ledger").toString()}
        }) {
            String[] all =
                    Stream.concat(Stream.of(words), Stream.of("--db", empty)).toArray(String[]::new);
            assertThat(desk.ask(ExitCode.USAGE, all).err()).as(words[0]).contains("empty is not a store");
        }
        desk.ask(ExitCode.YES, "run", desk.workflow("plain", "", NOOP), "--db", empty);
        assertThat(desk.ask(
                                ExitCode.YES,
                                "evidence",
                                "record",
                                "--dir",
                                folder.resolve("ledger").toString(),
                                "--db",
                                empty)
                        .out())
                .contains("1 task");
    }

    private static void asked(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aDatabaseThatIsNotThereIsOneSentence() {
        Asked asked = desk.ask(ExitCode.NO, "runs", "--db", "postgresql://nobody:secret@localhost:1/none");

        assertThat(asked.err().strip().lines()).hasSizeLessThanOrEqualTo(2);
        assertThat(asked.err()).doesNotContain("secret", "Exception");
    }
}
