package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The launcher at a real terminal, which `script` of util-linux makes.
@EnabledIf("hasTerminals")
class TerminalWidthTest {

    private static final String NAME = "a-workflow-with-a-name-that-is-far-too-long-for-one-line-of-a-small-terminal";

    @TempDir
    Path temp;

    private Path launcher = Path.of("");

    static boolean hasTerminals() {
        return Files.isExecutable(Path.of("/usr/bin/script"))
                && Shell.in(Path.of("/"))
                        .run("/usr/bin/script", "--version")
                        .out()
                        .contains("util-linux");
    }

    @BeforeEach
    void aRunWithALongName() throws IOException {
        launcher = Checkout.at(temp.resolve("checkout")).built().launcher();
        Path definition = Files.writeString(temp.resolve("workflow.json"), """
                {"id":"%s","name":"Long","version":"1.0","edges":[],"variables":[],"metadata":{},
                "triggers":[{"id":"manual","type":"manual","enabled":true}],"settings":{"timeout":0},
                "nodes":[{"id":"gate","typeId":"core.approvalGate","name":"Gate","position":{"x":0,"y":0},
                "config":{"title":"Go on?"},"inputs":{}}]}
                """.formatted(NAME));
        shell().run(launcher.toString(), "run", definition.toString());
    }

    @Test
    void aWideTerminalShowsWhatANarrowOneCuts() {
        assertThat(at(80, "runs")).contains("…").doesNotContain(NAME);
        assertThat(at(200, "runs")).contains(NAME);
    }

    @Test
    void theWidthIsFoundAlsoWhereInputIsPiped() {
        assertThat(at(80, "runs </dev/null")).doesNotContain(NAME);
    }

    @Test
    void aPipeIsNeverCut() {
        assertThat(at(80, "runs | cat")).contains(NAME);
        assertThat(shell().run(launcher.toString(), "runs").out()).contains(NAME);
    }

    @Test
    void columnsIsBelieved() {
        assertThat(at(80, "runs", "COLUMNS=200 ")).contains(NAME);
    }

    private String at(int columns, String words) {
        return at(columns, words, "");
    }

    private String at(int columns, String words, String variables) {
        String line = "stty rows 40 cols " + columns + "; " + variables + "'" + launcher + "' " + words;
        return shell().run("/usr/bin/script", "-qec", line, "/dev/null").out();
    }

    private Shell shell() {
        return Shell.in(temp)
                .with("COLUMNS", null)
                .with("LC_ALL", "C.UTF-8")
                .with("XDG_DATA_HOME", temp.resolve("data").toString());
    }
}
