package dev.waybill.base.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.testkit.Seeds;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UlidTest {

    @Test
    void theTextHasTheFullRange() {
        assertThat(new Ulid(0, 0)).hasToString("00000000000000000000000000");
        assertThat(new Ulid(-1, -1)).hasToString("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assertThat(new Ulid(0, 1)).hasToString("00000000000000000000000001");
        assertThat(new Ulid(1, 0)).hasToString("0000000000000G000000000000");
    }

    @Test
    void theTimeIsThatOfTheSpecification() {
        Ulid ulid = Ulid.parse("01ARYZ6S41TSV4RRFFQ69G5FAV");
        assertThat(ulid.time()).isEqualTo(Instant.ofEpochMilli(1_469_918_176_385L));
        assertThat(ulid).hasToString("01ARYZ6S41TSV4RRFFQ69G5FAV");
    }

    @Test
    void anIdSurvivesItsTextAndKeepsItsOrder() {
        Seeds.check(1_000, random -> {
            Ulid a = new Ulid(random.nextLong(), random.nextLong());
            Ulid b = new Ulid(random.nextBoolean() ? a.high() : random.nextLong(), random.nextLong());
            assertThat(Ulid.parse(a.toString())).isEqualTo(a);
            assertThat(Integer.signum(a.compareTo(b)))
                    .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "01ARYZ6S41TSV4RRFFQ69G5FA",
                "01ARYZ6S41TSV4RRFFQ69G5FAVX",
                "01aryz6s41tsv4rrffq69g5fav",
                "81ARYZ6S41TSV4RRFFQ69G5FAV",
                "01ARYZ6S41TSV4RRFFQ69G5FAI",
                "01ARYZ6S41TSV4RRFFQ69G5FAL",
                "01ARYZ6S41TSV4RRFFQ69G5FAO",
                "01ARYZ6S41TSV4RRFFQ69G5FAU",
                "01ARYZ6S41TSV4RRFFQ69G5FA-",
                "01ARYZ6S41TSV4RRFFQ69G5FA\uFF21",
                "01ARYZ6S41TSV4RRFFQ69G5FA ",
            })
    void anyOtherSpellingIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Ulid.parse(text));
    }
}
