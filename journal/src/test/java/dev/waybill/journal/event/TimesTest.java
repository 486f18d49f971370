package dev.waybill.journal.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimesTest {

    @Test
    void aTimeHasSixFractionDigitsAndZ() {
        assertThat(Times.format(Instant.parse("2026-11-15T10:00:00Z"))).isEqualTo("2026-11-15T10:00:00.000000Z");
        assertThat(Times.format(Instant.parse("2026-11-15T10:00:00.123456999Z")))
                .isEqualTo("2026-11-15T10:00:00.123456Z");
    }

    @Test
    void whatIsFormattedReadsBackToTheMicrosecond() {
        Seeds.check(200, random -> {
            // From the year 0 to 9999, before and after 1970.
            Instant time = Instant.ofEpochSecond(
                    random.nextLong(-62_167_219_200L, 253_402_300_799L), random.nextInt(1_000_000_000));
            assertThat(Times.parse(Times.format(time))).isEqualTo(Times.micros(time));
        });
    }

    @Test
    void anotherSpellingOfATimeIsRefused() {
        for (String text : List.of(
                "2026-11-15T10:00:00Z",
                "2026-11-15T10:00:00.123Z",
                "2026-11-15T10:00:00.123456789Z",
                "2026-11-15T11:00:00.000000+01:00",
                "2026-11-15t10:00:00.000000z",
                "2026-13-15T10:00:00.000000Z",
                "2026-02-29T10:00:00.000000Z",
                "2026-11-15T24:00:00.000000Z",
                "2026-11-15T10:00:60.000000Z",
                "2026-11-15T10:00:00.-12345Z",
                "+026-11-15T10:00:00.000000Z",
                "2026-11-15T10:00:00.00000\u0660Z",
                "yesterday")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Times.parse(text))
                    .withMessageContaining(text);
        }
    }
}
