package dev.waybill.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Receivers that fail are left alone, longer and longer.
class CircuitsTest {

    private static final Instant START = Instant.parse("2026-11-17T10:00:00Z");

    private final Circuits circuits = new Circuits(Pace.USUAL);

    private void fail(int times, Instant at) {
        for (int i = 0; i < times; i++) {
            circuits.failed("near", at);
        }
    }

    @Test
    void fourFailuresInARowOpenIt() {
        fail(3, START);
        assertThat(circuits.isOpen("near", START)).isFalse();
        fail(1, START);
        assertThat(circuits.isOpen("near", START.plusSeconds(9))).isTrue();
        assertThat(circuits.isOpen("far", START)).isFalse();
        assertThat(circuits.isOpen("near", START.plusSeconds(10))).isFalse();
    }

    @Test
    void oneMoreFailureOpensItForTwiceAsLongAndNeverForMoreThanAnHour() {
        fail(4, START);
        fail(1, START.plusSeconds(10));
        assertThat(circuits.isOpen("near", START.plusSeconds(29))).isTrue();
        assertThat(circuits.isOpen("near", START.plusSeconds(30))).isFalse();
        fail(20, START);
        assertThat(circuits.isOpen("near", START.plus(Duration.ofHours(1)).minusSeconds(1)))
                .isTrue();
        assertThat(circuits.isOpen("near", START.plus(Duration.ofHours(1)))).isFalse();
    }

    @Test
    void anArrivalClosesIt() {
        fail(4, START);
        circuits.arrived("near");
        fail(3, START);
        assertThat(circuits.isOpen("near", START)).isFalse();
    }

    @Test
    void waitsDoubleUpToAnHour() {
        assertThat(Pace.USUAL.next(0, START)).isEqualTo(START.plusSeconds(1));
        assertThat(Pace.USUAL.next(3, START)).isEqualTo(START.plusSeconds(8));
        assertThat(Pace.USUAL.next(60, START)).isEqualTo(START.plus(Duration.ofHours(1)));
    }
}
