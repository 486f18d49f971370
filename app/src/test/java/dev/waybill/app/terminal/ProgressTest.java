package dev.waybill.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Terminal WATCHED = new Terminal(true, false, true, 80);
    private static final String CLEAR = "\r\u001b[2K";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    private Instant now = Instant.EPOCH;

    private Progress progress(Terminal terminal, long total) {
        return new Progress(err, terminal, () -> now, "Verifying", total);
    }

    private String written() {
        err.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void longWorkShowsRateAndTimeLeftAndLeavesNothingBehind() {
        try (Progress progress = progress(WATCHED, 100_000)) {
            now = now.plus(Duration.ofSeconds(2));
            progress.add(20_000);
        }
        assertThat(written()).isEqualTo(CLEAR + "Verifying  20,000 of 100,000  20%  10,000/s  8 s left" + CLEAR);
    }

    @Test
    void withoutATotalItCounts() {
        try (Progress progress = progress(WATCHED, Progress.UNKNOWN)) {
            now = now.plus(Duration.ofSeconds(1));
            progress.add(5_000);
        }
        assertThat(written()).isEqualTo(CLEAR + "Verifying  5,000  5,000/s" + CLEAR);
    }

    @Test
    void shortWorkIsSilent() {
        try (Progress progress = progress(WATCHED, 10)) {
            now = now.plus(Duration.ofMillis(399));
            progress.add(10);
        }
        assertThat(written()).isEmpty();
    }

    @Test
    void nobodyWatchingMeansNoLine() {
        try (Progress progress = progress(Terminal.PLAIN, 10)) {
            now = now.plus(Duration.ofMinutes(1));
            progress.add(5);
        }
        assertThat(written()).isEmpty();
    }

    @Test
    void itDrawsAtMostTenTimesASecond() {
        try (Progress progress = progress(WATCHED, 1_000)) {
            now = now.plus(Duration.ofSeconds(1));
            for (int i = 0; i < 100; i++) {
                progress.add(1);
            }
        }
        assertThat(written().split("Verifying", -1)).hasSize(2);
    }

    @Test
    void workAfterTheEndIsNotShown() {
        Progress progress = progress(WATCHED, 10);
        progress.close();
        now = now.plus(Duration.ofSeconds(5));
        progress.add(1);
        assertThat(written()).isEmpty();
    }
}
