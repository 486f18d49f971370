package dev.waybill.app.command.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryCommandsTest {

    private static final String REMEMBER = """
            {"id":"remember","name":"remember","version":"1.0.0","nodes":[
              {"id":"write","typeId":"core.identity",
               "config":{"memoryAction":"write-then-read","memoryRef":"notes","content":"by a run"}}]}
            """;

    @TempDir
    Path folder = Path.of("");

    private Instant now = Instant.ofEpochSecond(Asked.NOW);

    private Asked ask(String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        variables.put("WAYBILL_KEYS", folder.resolve("keys").toString());
        now = now.plusSeconds(1);
        return Asked.waybill(variables, InstantSource.fixed(now), new byte[0], words);
    }

    private String yes(String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked.out();
    }

    @Test
    void whatIsSetIsListedAndReadUntilItIsDeleted() {
        yes("memory", "set", "notes", "home", "Basel", "--tag", "city", "--ttl", "30d");
        assertThat(yes("memory", "list")).contains("notes", "home", "Basel");
        assertThat(yes("memory", "get", "notes", "home")).isEqualTo("Basel\n");
        assertThat(yes("memory", "list", "--tenant", "acme")).contains("Nothing is remembered there.");
        assertThat(yes("memory", "list", "--scope", "other")).contains("Nothing is remembered there.");
        yes("memory", "delete", "notes", "home");
        assertThat(ask("memory", "get", "notes", "home").code()).isEqualTo(ExitCode.NO);
        assertThat(ask("memory", "delete", "notes", "home").code()).isEqualTo(ExitCode.NO);
        assertThat(yes("memory", "history", "notes", "home")).contains("a person", "Basel", "(forgotten)");
    }

    @Test
    void aRunShowsWhatItSawAndThePruneForgetsWhatWasReplaced() throws IOException {
        yes("memory", "set", "notes", "home", "Basel");
        Path file = Files.writeString(folder.resolve("remember.json"), REMEMBER);
        String run = yes("run", file.toString(), "--json").replaceAll("(?s).*?\"runId\":\"([^\"]+)\".*", "$1");
        yes("memory", "set", "notes", "home", "Bern");
        assertThat(yes("memory", "list", "notes")).contains("Bern", "by a run");
        assertThat(yes("memory", "list", "--run", run)).contains("Basel", "by a run");
        assertThat(yes("memory", "list", "--run", run, "--before", "1"))
                .contains("Basel")
                .doesNotContain("by a run");
        assertThat(ask("memory", "list", "--before", "1").code()).isEqualTo(ExitCode.USAGE);
        assertThat(yes("fsck", "--deep")).contains("all is well");
        assertThat(yes("prune", "--older-than", "0s")).contains("1 change of memory forgotten");
        assertThat(yes("memory", "list", "notes")).contains("Bern", "by a run");
    }

    @Test
    void anEntryThatSomebodyEditedIsFound() throws IOException, SQLException {
        Path file = Files.writeString(folder.resolve("remember.json"), REMEMBER);
        yes("run", file.toString());
        assertThat(yes("fsck")).contains("all is well");
        Path data = folder.resolve("data").resolve("waybill.db");
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + data);
                Statement statement = database.createStatement()) {
            statement.executeUpdate(
                    "UPDATE memory_changes SET body = CAST('{\"content\":\"other\",\"tags\":[]}' AS BLOB), row_sum = NULL");
        }
        Asked fsck = ask("fsck");
        assertThat(fsck.code()).isEqualTo(ExitCode.TAMPERED);
        assertThat(fsck.out()).contains("memory_changed: the memory holds something else");
    }

    @Test
    void whatIsNoNameIsRefused() {
        assertThat(ask("memory", "set", "notes", "a\nb", "x").code()).isEqualTo(ExitCode.NO);
        assertThat(ask("memory", "set", "notes", "a", "x", "--ttl", "soon").err())
                .contains("--ttl: expected");
    }
}
