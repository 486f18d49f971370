package dev.waybill.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordTimeTest {

    private static final List<String> SPELLINGS = List.of(
            "2026-11-15T18:55:56.125896+00:00",
            "2026-02-25T13:00:00Z",
            "2026-03-15T14:00:00.123Z",
            "2026-11-15T18:01:00.151053",
            "2026-11-15T18:01:00+05:30",
            "2026-11-15T18:01Z",
            "2024-02-29T23:59:59.999999999Z");

    @Test
    void theSpellingsOfTheKnownSystemsAreRead() {
        assertThat(SPELLINGS)
                .allSatisfy(text -> assertThat(RecordTime.parse(text)).isPresent());
        assertThat(RecordTime.parse("2026-11-15T18:01:00.151053").orElseThrow().zoned())
                .isFalse();
        assertThat(RecordTime.parse("2026-02-25T13:00:00Z").orElseThrow().at()).hasToString("2026-02-25T13:00:00Z");
    }

    @Test
    void whatIsNoTimeIsNone() {
        assertThat(List.of("", "yesterday", "2026-02-30T00:00:00Z", "2026-02-25T24:01:00Z"))
                .allSatisfy(text -> assertThat(RecordTime.parse(text)).isEmpty());
    }

    @Test
    void theQuickReaderAgreesWithTheThoroughOne() {
        Seeds.check(3_000, random -> {
            StringBuilder text = new StringBuilder(SPELLINGS.get(random.nextInt(SPELLINGS.size())));
            for (int i = random.nextInt(3); i > 0; i--) {
                text.setCharAt(random.nextInt(text.length()), "0123456789:-.TZ+".charAt(random.nextInt(16)));
            }
            RecordTime quick = TimeText.read(text.toString());
            if (quick != null) {
                assertThat(RecordTime.any(text.toString())).as(text.toString()).contains(quick);
            }
        });
    }
}
