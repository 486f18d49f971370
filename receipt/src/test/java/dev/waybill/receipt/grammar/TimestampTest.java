package dev.waybill.receipt.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-20T10:00Z, 2026-01-20T10:00:00Z",
        "2026-01-20T10:00:00Z, 2026-01-20T10:00:00Z",
        "2026-03-01T00:00:00.5Z, 2026-03-01T00:00:00.500Z",
        "2026-12-31T23:59:59.123456Z, 2026-12-31T23:59:59.123456Z",
        "2026-12-31T23:59:59.1234567899999Z, 2026-12-31T23:59:59.123456789Z",
        "2024-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
        "2000-02-29T00:00:00Z, 2000-02-29T00:00:00Z",
        "0000-02-29T00:00:00Z, 0000-02-29T00:00:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z",
    })
    void utcTimesAreRead(String text, Instant time) {
        assertThat(Timestamp.parseUtc(text)).contains(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-01-20",
                "2026-01-20T10Z",
                "2026-01-20T10:00",
                "2026-01-20T10:00:Z",
                "2026-01-20T10:00:0Z",
                "2026-01-20T10:00:00",
                "2026-01-20T10:00:00z",
                "2026-01-20t10:00:00Z",
                "2026-01-20 10:00:00Z",
                "2026-01-20T10:00:00+00:00",
                "2026-01-20T10:00:00.Z",
                "2026-01-20T10:00:00,5Z",
                "2026-01-20T10:00:00.5xZ",
                "2026-01-20T10:00:00.5Z\n",
                "2026-01-20T10:00:00ZZ",
                "2026-01-20T10:00:60Z",
                "2026-01-20T10:60:00Z",
                "2026-01-20T24:00:00Z",
                "2026-02-29T00:00:00Z",
                "2026-02-30T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "+2026-01-01T00:00:00Z",
                "-026-01-01T00:00:00Z",
                "10000-01-01T00:00:00Z",
                "٢٠٢٦-01-20T10:00:00Z",
            })
    void everythingElseIsRefused(String text) {
        assertThat(Timestamp.parseUtc(text)).isEmpty();
    }

    @Test
    void whatAnInstantWritesIsReadBack() {
        Seeds.check(500, random -> {
            var time = Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
            assertThat(Timestamp.parseUtc(time.toString())).contains(time);
        });
    }

    @Test
    void damageIsRefusedOrReadAsWritten() {
        String whole = "2026-01-20T10:00:00.125Z";
        for (int length = 0; length <= whole.length(); length++) {
            for (int at = 0; at < length; at++) {
                for (char c : "09-:.TZx\u0660".toCharArray()) {
                    String text = whole.substring(0, at) + c + whole.substring(at + 1, length);
                    assertReadAsWritten(text);
                    assertReadAsWritten(text + "Z");
                }
            }
        }
    }

    private static void assertReadAsWritten(String text) {
        Timestamp.parseUtc(text)
                .ifPresent(time -> assertThat(time.toString()).as(text).startsWith(text.substring(0, 16)));
    }
}
