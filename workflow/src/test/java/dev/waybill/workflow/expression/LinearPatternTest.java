package dev.waybill.workflow.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.testkit.Seeds;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {

    @Test
    void aPatternIsFoundAnywhereUnlessItIsAnchored() {
        assertThat(found("b+", "abbc")).isTrue();
        assertThat(found("^b+", "abbc")).isFalse();
        assertThat(found("^ab{2}c$", "abbc")).isTrue();
        assertThat(found("", "")).isTrue();
        assertThat(found("^$", "x")).isFalse();
    }

    @Test
    void classesAndShorthandsAreAscii() {
        assertThat(found("^[^a-c\\d]+$", "xyz")).isTrue();
        assertThat(found("^[\\W]$", "é")).isTrue();
        assertThat(found("^\\w{1,3}\\s\\D$", "a_1 x")).isTrue();
        assertThat(found("^.$", "😀")).isTrue();
        assertThat(found("\\u0041[\\]-]", "A-")).isTrue();
    }

    @Test
    void spacesAndLineEndsAreThoseOfEcmaScript() {
        for (String space : List.of("\t", "\u000b", " ", "\u00a0", "\u2003", "\u2028", "\u2029", "\ufeff")) {
            assertThat(found("^\\s$", space))
                    .as("U+%04X", (int) space.charAt(0))
                    .isTrue();
            assertThat(found("\\S", space)).as("U+%04X", (int) space.charAt(0)).isFalse();
        }
        for (String end : List.of("\n", "\r", "\u2028", "\u2029")) {
            assertThat(found("^.$", end)).isFalse();
            assertThat(LinearPattern.compile("^b$", "m").foundIn("a" + end + "b", StepBudget.usual()))
                    .isTrue();
        }
        assertThat(found("^\\s$", "\u200b")).isFalse();
    }

    @Test
    void twoEscapesMakeOneCharacter() {
        assertThat(found("^\\uD83D\\uDE00$", "😀")).isTrue();
        assertThat(found("^[\\uD83D\\uDE00-\\uD83D\\uDE02]$", "😁")).isTrue();
        assertThat(found("^\\uD83D\\u0041$", "\ud83dA")).isTrue();
    }

    @Test
    void theClassicTrapTakesLinearTime() {
        StepBudget budget = StepBudget.of(10_000_000);
        assertThat(LinearPattern.compile("^(a+)+$").foundIn("a".repeat(50_000) + "b", budget))
                .isFalse();
        assertThat(10_000_000 - budget.left()).isLessThan(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(", ")", "[a", "*", "a**", "a{2,1}", "a{x}", "(?=a)", "(?<n>a)", "\\1", "\\q", "\\", "[b-a]", "a{9999}"
            })
    void whatIsNotPartOfTheLanguageIsRefused(String source) {
        assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> LinearPattern.compile(source));
    }

    @Test
    void nestedCountsCannotExplode() {
        assertThatExceptionOfType(ExpressionException.class)
                .isThrownBy(() -> LinearPattern.compile("(((a{100}){100}){100}){100}"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ExpressionCode.TOO_LARGE));
    }

    @Test
    void anEmptyLoopEnds() {
        assertThat(found("^(a*)*$", "aaa")).isTrue();
        assertThat(found("(|a)+$", "")).isTrue();
    }

    @Test
    void itAgreesWithTheJdkWhereBothKnowThePattern() {
        List<String> words = List.of(
                "a", "b", "c", ".", "[ab]", "[^a]", "\\d", "\\w", "(", ")", "|", "*", "+", "?", "{2}", "{1,2}", "(?:",
                "$", "^");
        Seeds.check(5_000, random -> {
            String source = text(random, words, 8);
            LinearPattern ours;
            Pattern theirs;
            try {
                ours = LinearPattern.compile(source);
                theirs = Pattern.compile(source);
            } catch (ExpressionException | PatternSyntaxException _) {
                return;
            }
            for (int i = 0; i < 5; i++) {
                String text = text(random, List.of("a", "b", "c", "1", " "), 6);
                assertThat(ours.foundIn(text, StepBudget.usual()))
                        .as("%s in %s", source, text)
                        .isEqualTo(theirs.matcher(text).find());
            }
        });
    }

    private static String text(Random random, List<String> words, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }

    private static boolean found(String pattern, String text) {
        return LinearPattern.compile(pattern).foundIn(text, StepBudget.usual());
    }
}
