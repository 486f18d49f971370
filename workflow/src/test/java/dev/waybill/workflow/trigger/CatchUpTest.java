package dev.waybill.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a schedule does about times at which nobody was there.
class CatchUpTest {

    private static final Schedule HOURLY = new Schedule.Clock(Cron.parse("0 * * * *"), ZoneId.of("UTC"));
    private static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");

    private static CatchUp plan(MissedPolicy policy, int most, Duration away, Duration late) {
        Instant now = NOON.plus(late);
        return CatchUp.of(HOURLY, policy, most, now.minus(away), now);
    }

    @Test
    void nothingIsDueBeforeItsTime() {
        assertThat(plan(MissedPolicy.ALL, 9, Duration.ofMinutes(30), Duration.ofMinutes(45)))
                .isEqualTo(new CatchUp(Stream.<Instant>of().toList(), null));
    }

    @Test
    void whatIsDueNowFiresUnderEveryPolicy() {
        for (MissedPolicy policy : MissedPolicy.values()) {
            assertThat(plan(policy, 9, Duration.ofSeconds(5), Duration.ofSeconds(2)))
                    .as(policy.wire())
                    .isEqualTo(new CatchUp(Stream.of(NOON).toList(), NOON));
        }
    }

    @Test
    void whatWasMissedIsOverWhereTheTriggerSkips() {
        CatchUp plan = plan(MissedPolicy.SKIP, 9, Duration.ofHours(5), Duration.ofMinutes(10));
        assertThat(plan.fire()).isEmpty();
        assertThat(plan.handled()).isEqualTo(NOON);
    }

    @Test
    void skippingKeepsTheOneThatIsOnTime() {
        assertThat(plan(MissedPolicy.SKIP, 9, Duration.ofHours(5), Duration.ofSeconds(10))
                        .fire())
                .containsExactly(NOON);
    }

    @Test
    void onceIsTheLatest() {
        assertThat(plan(MissedPolicy.ONCE, 9, Duration.ofDays(400), Duration.ofMinutes(10))
                        .fire())
                .containsExactly(NOON);
    }

    @Test
    void allIsEachInItsOrder() {
        assertThat(plan(MissedPolicy.ALL, 9, Duration.ofMinutes(130), Duration.ofMinutes(5))
                        .fire())
                .containsExactly(NOON.minus(Duration.ofHours(2)), NOON.minus(Duration.ofHours(1)), NOON);
    }

    @Test
    void allHasABoundAndKeepsTheLatest() {
        CatchUp plan = plan(MissedPolicy.ALL, 2, Duration.ofDays(4_000), Duration.ofMinutes(5));
        assertThat(plan.fire()).containsExactly(NOON.minus(Duration.ofHours(1)), NOON);
        assertThat(plan.handled()).isEqualTo(NOON);
    }

    @Test
    void aScheduleOfSecondsThatNobodyLookedAtForYearsIsNotCountedThrough() {
        Instant now = NOON.plusMillis(500);
        CatchUp plan = CatchUp.of(new Schedule.Every(1), MissedPolicy.ALL, 3, now.minus(Duration.ofDays(3_650)), now);
        assertThat(plan.fire()).containsExactly(NOON.minusSeconds(2), NOON.minusSeconds(1), NOON);
    }

    @Test
    void aClockThatWasSetBackFiresNothingAgain() {
        assertThat(CatchUp.of(HOURLY, MissedPolicy.ALL, 9, NOON, NOON.minusSeconds(3_700)))
                .isEqualTo(new CatchUp(Stream.<Instant>of().toList(), null));
    }
}
