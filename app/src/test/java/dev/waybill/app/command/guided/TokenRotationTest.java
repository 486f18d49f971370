package dev.waybill.app.command.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill keys rotate --tokens`.
class TokenRotationTest {

    @TempDir
    Path folder;

    private GuidedDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new GuidedDesk(folder);
    }

    @Test
    void tokensOfTheOldKeyStayValidForTheStatedTimeAndNoLonger() {
        GuidedAnswer first = desk.start("{}");

        Asked asked = desk.ask(ExitCode.YES, "keys", "rotate", "--tokens", "--valid-for", "2");
        desk.pass(Duration.ofDays(1));
        GuidedAnswer second = desk.advance(first, "Saw it.");
        desk.pass(Duration.ofDays(1));

        assertThat(asked.out()).containsPattern("new token key +\\d+\n").contains("valid until 2026-11-18T10:00:0");
        assertThat(second.isError()).as(second.text()).isFalse();
        assertThat(desk.advance(first, "Saw it.").isError()).isTrue();
        assertThat(desk.advance(second, "Wrote it.").isError()).isFalse();
    }

    @Test
    void thirtyDaysAreUsualAndPrinted() {
        desk.start("{}");
        assertThat(desk.ask(ExitCode.YES, "keys", "rotate", "--tokens", "--json")
                        .json()
                        .string("oldTokensValidUntil"))
                .hasValueSatisfying(until -> assertThat(until).startsWith("2026-12-16T10:00:0"));
    }

    @Test
    void theStoreCanBeNamed() {
        desk.start("{}");
        String other = folder.resolve("other").toString();
        desk.ask(ExitCode.YES, "apikeys", "new", "--data", other);

        assertThat(desk.ask(ExitCode.YES, "keys", "rotate", "--tokens", "--data", other)
                        .out())
                .contains("other");
        assertThat(desk.ask(ExitCode.YES, "keys", "rotate", "--tokens").out()).containsPattern("new token key +\\d+\n");
    }

    @Test
    void wordsOfTheOneKindOfKeyAreRefusedForTheOther() {
        assertThat(desk.ask(ExitCode.USAGE, "keys", "rotate", "--valid-for", "2")
                        .err())
                .contains("--tokens");
        assertThat(desk.ask(ExitCode.USAGE, "keys", "rotate", "--data", "x").err())
                .contains("--tokens");
        assertThat(desk.ask(ExitCode.USAGE, "keys", "rotate", "--tokens", "--overlap", "2")
                        .err())
                .contains("--valid-for");
        assertThat(desk.ask(ExitCode.USAGE, "keys", "rotate", "--tokens", "--valid-for", "-1")
                        .err())
                .contains("0 to");
    }
}
