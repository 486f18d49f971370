package dev.waybill.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.view.text.Surface;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private static Terminal terminal(boolean interactive, ColorMode mode, String... environment) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < environment.length; i += 2) {
            variables.put(environment[i], environment[i + 1]);
        }
        return Terminal.of(interactive, "", mode, variables, StandardCharsets.UTF_8);
    }

    @Test
    void colourIsForTerminalsOnly() {
        assertThat(terminal(true, ColorMode.AUTO).color()).isTrue();
        assertThat(terminal(false, ColorMode.AUTO).color()).isFalse();
    }

    @Test
    void noColorIsRespectedUnlessEmpty() {
        assertThat(terminal(true, ColorMode.AUTO, "NO_COLOR", "1").color()).isFalse();
        assertThat(terminal(true, ColorMode.AUTO, "NO_COLOR", "").color()).isTrue();
        assertThat(terminal(true, ColorMode.AUTO, "TERM", "dumb").color()).isFalse();
    }

    @Test
    void whatTheUserAskedForWins() {
        assertThat(terminal(false, ColorMode.ALWAYS, "NO_COLOR", "1").color()).isTrue();
        assertThat(terminal(true, ColorMode.NEVER).color()).isFalse();
    }

    @Test
    void theWidthComesFromColumnsWithinReason() {
        assertThat(terminal(true, ColorMode.AUTO, "COLUMNS", "132").width()).isEqualTo(132);
        assertThat(terminal(true, ColorMode.AUTO, "COLUMNS", "3").width()).isEqualTo(40);
        assertThat(terminal(true, ColorMode.AUTO, "COLUMNS", "wide").width()).isEqualTo(80);
    }

    @Test
    void whatTheLauncherFoundIsTheWidthAlsoWhereInputIsPiped() {
        assertThat(Terminal.of(false, "137", ColorMode.AUTO, new LinkedHashMap<>(), StandardCharsets.UTF_8)
                        .width())
                .isEqualTo(137);
    }

    @Test
    void outputThatIsNoTerminalIsNeverCut() {
        assertThat(terminal(false, ColorMode.AUTO).width()).isEqualTo(Surface.UNCUT);
        assertThat(terminal(false, ColorMode.AUTO, "COLUMNS", "80").width()).isEqualTo(Surface.UNCUT);
    }

    @Test
    void anotherEncodingGetsPlainCharacters() {
        Terminal latin = Terminal.of(true, "", ColorMode.AUTO, new LinkedHashMap<>(), StandardCharsets.ISO_8859_1);
        assertThat(latin.unicode()).isFalse();
    }
}
