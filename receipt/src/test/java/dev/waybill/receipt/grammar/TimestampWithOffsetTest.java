package dev.waybill.receipt.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampWithOffsetTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-14T12:00:00Z", "2026-03-14T12:00:00.5Z", "2026-03-14T12:00:00.123456789-23:59",
                        "2024-02-29T00:00:00Z",
                "2000-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "2026-03-14T12:00Z", "2026-03-14T12:00+05:30"
            })
    void aTimestampHasADateATimeAndAnOffset(String text) {
        assertThat(Timestamp.isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-03-14",
                "2026-03-14T12:00:00",
                "2026-03-14 12:00:00Z",
                "2026-03-14t12:00:00Z",
                "2026-03-14T12:00:00z",
                "2026-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-03-14T24:00:00Z",
                "2026-03-14T23:60:00Z",
                "2026-03-14T23:59:60Z",
                "2026-03-14T12:00:00.Z",
                "2026-03-14T12:00:00,5Z",
                "2026-03-14T12:00:0Z",
                "2026-03-14T12:00:00+24:00",
                "2026-03-14T12:00:00+0530",
                "2026-03-14T12:00:00Z\n",
                "2026-03-14T12Z",
                "+2026-03-14T12:00:00Z"
            })
    void anythingElseIsNoTimestamp(String text) {
        assertThat(Timestamp.isValid(text)).isFalse();
    }

    @Test
    void onlyTheStrictFormNeedsSeconds() {
        assertThat(Timestamp.isRfc3339("2026-03-14T12:00:00Z")).isTrue();
        assertThat(Timestamp.isRfc3339("2026-03-14T12:00Z")).isFalse();
        assertThat(Timestamp.isRfc3339("2026-03-14T12:00+05:30")).isFalse();
    }

    @Test
    void everyInstantIsReadBackAtAnyOffset() {
        Seeds.check(500, random -> {
            Instant instant = Instant.ofEpochMilli(random.nextLong(-60_000_000_000_000L, 250_000_000_000_000L));
            var offset = ZoneOffset.ofTotalSeconds(random.nextInt(-17 * 60, 17 * 60) * 60);

            String text = instant.atOffset(offset).toString();

            assertThat(Timestamp.parse(text)).as(text).contains(instant);
        });
    }
}
