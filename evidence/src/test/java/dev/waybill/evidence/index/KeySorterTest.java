package dev.waybill.evidence.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeySorterTest {

    private record Pair(long key, int row) {}

    private static final Comparator<Pair> IN_ORDER =
            Comparator.<Pair>comparingLong(pair -> pair.key() ^ Long.MIN_VALUE).thenComparingInt(Pair::row);

    @TempDir
    Path folder;

    private int files;

    @Test
    void pairsComeOutByKeyAndThenByRowHoweverManyRunsThereAre() {
        Seeds.check(40, random -> {
            Tuning tuning = new Tuning(1 + random.nextInt(300), 2 + random.nextInt(4), Long.SIZE);
            List<Pair> pairs = pairs(random, random.nextInt(2_000));
            assertThat(sorted(pairs, tuning))
                    .isEqualTo(pairs.stream().sorted(IN_ORDER).toList());
        });
    }

    @Test
    void keysThatAgreeInTheirUpperHalfAreSortedByTheLower() {
        Seeds.check(20, random -> {
            int likely = 1 + random.nextInt(3);
            List<Pair> pairs = new ArrayList<>();
            for (int row = 0; row < 3_000; row++) {
                pairs.add(new Pair((long) random.nextInt(likely) << 40 | random.nextInt(1 << 30), row));
            }
            assertThat(sorted(pairs, Tuning.USUAL))
                    .isEqualTo(pairs.stream().sorted(IN_ORDER).toList());
        });
    }

    @Test
    void nothingIsLeftBesideTheSortedPairs() throws IOException {
        Path target = sort(pairs(RandomGenerator.of("L64X128MixRandom"), 500), new Tuning(7, 3, Long.SIZE));
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(target);
        }
    }

    private static List<Pair> pairs(RandomGenerator random, int count) {
        long[] likely = LongStream.generate(random::nextLong).limit(5).toArray();
        List<Pair> pairs = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            pairs.add(new Pair(random.nextBoolean() ? likely[random.nextInt(5)] : random.nextLong(), row));
        }
        return pairs;
    }

    private List<Pair> sorted(List<Pair> pairs, Tuning tuning) {
        try (Arena arena = Arena.ofConfined()) {
            KeyFile file = new KeyFile(new MappedFile(sort(pairs, tuning), arena));
            return LongStream.range(0, file.size())
                    .mapToObj(place -> new Pair(file.key(place), file.row(place)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path sort(List<Pair> pairs, Tuning tuning) throws IOException {
        Path target = folder.resolve("sorted" + files);
        try (KeySorter sorter = new KeySorter(folder, "run" + files++, tuning)) {
            for (Pair pair : pairs) {
                sorter.add(pair.key(), pair.row());
            }
            sorter.finish(target);
        }
        return target;
    }
}
