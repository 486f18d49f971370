package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import org.junit.jupiter.api.Test;

class TimeTextTest {

    @Test
    void distancesHaveTwoUnitsAtMost() {
        assertThat(TimeText.distance(0)).isEqualTo("0s");
        assertThat(TimeText.distance(59)).isEqualTo("59s");
        assertThat(TimeText.distance(60)).isEqualTo("1m00s");
        assertThat(TimeText.distance(3_600)).isEqualTo("1h00m");
        assertThat(TimeText.distance(86_400 + 3 * 3_600)).isEqualTo("1d03h");
        assertThat(TimeText.distance(-5)).isEqualTo("-5s");
    }

    @Test
    void aRangeNamesADayOnce() {
        assertThat(TimeText.range(0, 40)).isEqualTo("1970-01-01 00:00:00 to 00:00:40 UTC");
        assertThat(TimeText.range(0, 86_400)).isEqualTo("1970-01-01 00:00:00 to 1970-01-02 00:00:00 UTC");
        assertThat(TimeText.range(7, 7)).isEqualTo("1970-01-01 00:00:07 UTC");
    }

    @Test
    void aMomentBeyondTheCalendarIsStillShown() {
        assertThat(TimeText.moment(Long.MAX_VALUE)).isEqualTo("9223372036854775807 s after 1970");
        assertThat(TimeText.moment(Long.MIN_VALUE)).endsWith(" s after 1970");
        assertThat(TimeText.range(Long.MIN_VALUE, Long.MAX_VALUE)).contains(" to ");
    }

    @Test
    void anAxisHasAFewRoundTicksInsideItsRange() {
        Seeds.check(300, random -> {
            long from = random.nextLong(2_000_000_000L);
            long to = from + (long) Math.exp(random.nextDouble() * 25);
            TimeAxis axis = new TimeAxis(from, to);
            assertThat(axis.ticks()).hasSizeBetween(1, 6).allMatch(tick -> tick >= from && tick <= to);
            assertThat(axis.ticks()).allMatch(tick -> !axis.label(tick).isEmpty());
        });
    }
}
