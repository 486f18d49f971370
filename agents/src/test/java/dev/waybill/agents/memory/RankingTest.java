package dev.waybill.agents.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.memory.MemoryEntry;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The order of what was found does not depend on anything but vectors, times and names.
class RankingTest {

    private static final BigDecimal ANY = BigDecimal.valueOf(-1);

    private static Ranking.Match entry(String id, int second, float... vector) {
        return Ranking.match(
                new MemoryEntry(id, id, List.of(), Instant.ofEpochSecond(second), null), vector, new float[] {1, 0});
    }

    private static List<String> ids(List<Ranking.Match> matches) {
        return matches.stream().map(match -> match.entry().id()).toList();
    }

    @Test
    void theNearestComesFirstWhateverTheLength() {
        assertThat(ids(Ranking.best(
                        List.of(entry("far", 1, 0, 9), entry("near", 1, 5, 1), entry("same", 1, 2, 0)), ANY, 9)))
                .containsExactly("same", "near", "far");
    }

    @Test
    void tiesGoToTheNewerThenByIdInAnyOrderOfArrival() {
        List<Ranking.Match> all = new ArrayList<>(
                List.of(entry("b", 5, 1, 0), entry("a", 5, 3, 0), entry("new", 9, 1, 0), entry("other", 9, -1, 0)));
        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(all, new Random(seed));
            assertThat(ids(Ranking.best(all, ANY, 9))).containsExactly("new", "a", "b", "other");
        }
    }

    @Test
    void scoresAreRoundedBeforeTheyAreCompared() {
        assertThat(entry("x", 1, 1, 1e-9f).score()).isEqualTo(new BigDecimal("1.000000"));
        assertThat(Ranking.score(new float[0], new float[] {1})).isEqualTo(new BigDecimal("0.000000"));
        assertThat(Ranking.score(new float[] {0, 0}, new float[] {1, 0})).isEqualTo(new BigDecimal("0.000000"));
    }

    @Test
    void whatIsTooFarAwayOrTooManyIsLeftOut() {
        List<Ranking.Match> all = List.of(entry("a", 1, 1, 0), entry("b", 1, 1, 1), entry("c", 1, 0, 1));
        assertThat(ids(Ranking.best(all, new BigDecimal("0.5"), 9))).containsExactly("a", "b");
        assertThat(ids(Ranking.best(all, ANY, 1))).containsExactly("a");
    }
}
