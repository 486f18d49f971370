package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `waybill demo` at a terminal: the words of the agents come in while they work.
@EnabledOnOs(OS.LINUX)
class DemoTerminalTest {

    @TempDir
    Path directory;

    @Test
    void wordsAreSeenBeforeTheyAreAllSaid() throws InterruptedException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("NO_COLOR", "1");
        try (Tty tty =
                Tty.waybill(variables, "demo", "--out", directory.resolve("out").toString())) {
            // A piece that is not the whole, then the step that is over.
            tty.await("… plan +News, filings and (?!prices side by side; then facts, a check, a draft)");
            tty.await("✓ plan +News, filings and prices side by side");
            tty.await("… search-(news|filings|prices) ");
            tty.await("… check-(sources|numbers) ");
            tty.await("the run is completed");
            tty.await("VERIFIED");

            assertThat(tty.exitCode()).isZero();
        }
    }
}
