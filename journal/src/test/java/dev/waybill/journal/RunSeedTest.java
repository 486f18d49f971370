package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What follows from a seed is fixed for ever: a decision taken again, in another process, gives the same ids.
class RunSeedTest {

    private static final String TEXT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";

    private final RunSeed seed = RunSeed.parse(TEXT);

    @Test
    void aPlaceGivesTheseBytes() {
        assertThat(hex(seed.derive("event", 7, 2)))
                .isEqualTo("ebbeb1e64e916ce89ea7532f991f5aa6a5854dba4779dfc4361890b1bd43eb7d");
    }

    @Test
    void aNameGivesTheseBytes() {
        assertThat(hex(seed.derive("salt", "inputs")))
                .isEqualTo("4bb4b13c634d20d2c783abee8578f276c254e6b0d6bdfcebccb3458a64c5e6b8");
    }

    @Test
    void aUlidFollowsFromPlaceAndTime() {
        assertThat(seed.ulid("event", 7, 2, Instant.parse("2026-11-15T10:00:00.123456Z")))
                .hasToString("01M7FACGBVDKM9X9TK5YCHYPN6");
    }

    @Test
    void aUlidTellsTheTimeThatItWasGiven() {
        Seeds.check(100, random -> {
            Instant time = Instant.ofEpochMilli(random.nextLong(1L << 48));
            RunSeed any = RunSeed.random(random);
            assertThat(any.ulid("event", random.nextLong(1L << 53), random.nextInt(100), time)
                            .time())
                    .isEqualTo(time);
        });
    }

    @Test
    void eachPurposePlaceAndIndexGivesAnother() {
        byte[] one = seed.derive("event", 7, 2);
        assertThat(seed.derive("event", 7, 2)).isEqualTo(one);
        assertThat(seed.derive("salt", 7, 2)).isNotEqualTo(one);
        assertThat(seed.derive("event", 8, 2)).isNotEqualTo(one);
        assertThat(seed.derive("event", 7, 3)).isNotEqualTo(one);
        assertThat(RunSeed.random(new Random(1)).derive("event", 7, 2)).isNotEqualTo(one);
    }

    @Test
    void noNameCanBeMistakenForAPlace() {
        assertThat(seed.derive("event", "\0\0\0\0\0\0\0\7\0\0\0\2")).isNotEqualTo(seed.derive("event", 7, 2));
    }

    @Test
    void itsTextReadsBackAndShowsOnlyWhenAskedFor() {
        assertThat(RunSeed.parse(seed.secretText())).isEqualTo(seed).hasSameHashCodeAs(seed);
        assertThat(seed.secretText()).isEqualTo(TEXT);
        assertThat(seed).hasToString("RunSeed(secret)");
    }

    @Test
    void anotherLengthIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunSeed.parse("AAEC"))
                .withMessageContaining("32 bytes, found 3");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
