package dev.waybill.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// When a batch begins. Times are nanoseconds of a clock that stands wherever a test puts it.
class GatheringTest {

    private static final long COMMIT = 1_000_000;
    private static final long NOW = 5_000_000_000L;

    private final Gathering gathering = new Gathering(new Company(16, Duration.ofMillis(3)));

    /// A batch of so many has just been written, and so many others came meanwhile.
    private void wrote(int written, int waiting) {
        gathering.begin();
        gathering.end(written, waiting, COMMIT, NOW);
    }

    @Test
    void theFirstOfAllDoesNotWait() {
        assertThat(gathering.untilDue(1, NOW, NOW)).isZero();
    }

    @Test
    void oneAloneNeverWaits() {
        wrote(1, 0);
        assertThat(gathering.untilDue(1, NOW + 10, NOW + 10)).isZero();
    }

    @Test
    void theFirstThatComesBackWaitsForThoseWhoWereAnsweredWithIt() {
        wrote(8, 0);
        assertThat(gathering.untilDue(1, NOW + 10, NOW + 10)).isPositive();
        assertThat(gathering.untilDue(7, NOW + 10, NOW + 20)).isPositive();
        assertThat(gathering.untilDue(8, NOW + 10, NOW + 30)).isZero();
    }

    @Test
    void whoCameMeanwhileWaitsForTheAnsweredSoThatTheyGoTogetherFromThenOn() {
        wrote(1, 1);
        assertThat(gathering.untilDue(1, NOW - 10, NOW)).isPositive();
        assertThat(gathering.untilDue(2, NOW - 10, NOW + 20)).isZero();
    }

    @Test
    void nobodyWaitsLongerThanTheLastCommitTook() {
        wrote(8, 0);
        assertThat(gathering.untilDue(1, NOW + 10, NOW + 10)).isLessThanOrEqualTo(COMMIT);
        assertThat(gathering.untilDue(1, NOW + 10, NOW + COMMIT)).isZero();
    }

    @Test
    void slowCommitsDoNotMakeOneWaitLongerThanTheLongest() {
        gathering.begin();
        gathering.end(8, 0, Duration.ofSeconds(3).toNanos(), NOW);
        assertThat(gathering.untilDue(1, NOW, NOW)).isEqualTo(3_000_000);
    }

    @Test
    void enoughOfThemBeginBesideABatchThatIsBeingWritten() {
        wrote(1, 0);
        gathering.begin();
        assertThat(gathering.untilDue(15, NOW, NOW)).isPositive();
        assertThat(gathering.untilDue(16, NOW, NOW)).isZero();
    }

    @Test
    void aBatchThatTakesLongHoldsNobodyUp() {
        wrote(1, 0);
        gathering.begin();
        assertThat(gathering.untilDue(1, NOW, NOW + COMMIT)).isZero();
    }

    @Test
    void whereNoCompanyIsWantedEverybodyBeginsAtOnce() {
        Gathering alone = new Gathering(Company.NONE);
        alone.begin();
        alone.end(8, 3, COMMIT, NOW);
        alone.begin();
        assertThat(alone.untilDue(1, NOW, NOW)).isZero();
    }
}
