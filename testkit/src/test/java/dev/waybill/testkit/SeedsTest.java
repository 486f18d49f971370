package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SeedsTest {

    @Test
    void seedsInARowBeginWithDifferentChoices() {
        Set<Integer> first = new LinkedHashSet<>();
        Seeds.check(100, random -> first.add(random.nextInt(8)));
        assertThat(first).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void aSeedIsOneRandomness() {
        assertThat(Seeds.random(7).nextLong()).isEqualTo(Seeds.random(7).nextLong());
    }
}
