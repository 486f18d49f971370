package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DigestSortTest {

    /// All small sizes, and those around the powers of two at which buckets and slots change.
    static final int[] SIZES = IntStream.concat(
                    IntStream.rangeClosed(1, 300),
                    IntStream.rangeClosed(9, 13)
                            .flatMap(power -> IntStream.rangeClosed(-1, 1).map(step -> (1 << power) + step)))
            .toArray();

    @Test
    void anySizeIsSorted() {
        List<Digest> digests = Reference.digests(new Random(1), 8_193);
        for (int size : SIZES) {
            sorts(digests.subList(0, size));
        }
    }

    @Test
    void digestsInOrderAndInReverseAreSorted() {
        for (int size : List.of(2, 300, 5_000, 40_000)) {
            List<Digest> digests = Reference.digests(new Random(size), size);
            Collections.sort(digests);
            sorts(digests);
            sorts(digests.reversed());
        }
    }

    @Test
    void digestsThatShareTheirFirstBytesAreSorted() {
        for (int shared = 0; shared < Digest.LENGTH - 3; shared++) {
            int same = shared;
            int value = shared % 2 == 0 ? 0xFF : 0;
            Random random = new Random(shared);
            sorts(changed(random, 1 + random.nextInt(9_000), bytes -> Arrays.fill(bytes, 0, same, (byte) value)));
        }
    }

    @Test
    void aBucketTooLargeForKeysIsSorted() {
        sorts(changed(new Random(3), 140_000, bytes -> {
            bytes[0] = 7;
            bytes[1] &= 0x7F;
        }));
    }

    @Test
    void slotsAreSortedBeforeAndAfterTheyAreCrowded() {
        for (int crowd = 20; crowd <= 30; crowd++) {
            Random random = new Random(crowd);
            List<Digest> digests = changed(random, crowd, bytes -> Arrays.fill(bytes, 0, 4, (byte) 0x55));
            digests.addAll(Reference.digests(random, 3_000));
            Collections.shuffle(digests, random);
            sorts(digests);
        }
    }

    @Test
    void digestsWhoseKeysAreAlikeAreSorted() {
        Seeds.check(20, random -> {
            List<Digest> digests = Reference.digests(random, 1 + random.nextInt(5_000));
            // The last bits of the first eight bytes make room for the place, so one flip is seen by no key.
            for (Digest digest : List.copyOf(digests.subList(0, Math.min(5, digests.size())))) {
                digests.add(Reference.flip(digest, 60 + random.nextInt(196)));
            }
            Collections.shuffle(digests, random);
            sorts(digests);
        });
    }

    @Test
    void digestsThatClusterAreSorted() {
        Seeds.check(20, random -> {
            int clusters = 1 + random.nextInt(40);
            sorts(changed(random, 1 + random.nextInt(20_000), bytes -> {
                bytes[0] = (byte) (bytes[0] % clusters);
                bytes[1] = (byte) (bytes[1] % clusters);
                bytes[2] = 0;
            }));
        });
    }

    private static List<Digest> changed(Random random, int count, Consumer<byte[]> change) {
        List<Digest> digests = new ArrayList<>(count);
        for (Digest digest : Reference.digests(random, count)) {
            byte[] bytes = digest.toBytes();
            change.accept(bytes);
            digests.add(Digest.ofBytes(bytes));
        }
        return digests;
    }

    private static void sorts(List<Digest> digests) {
        byte[] flat = FlatDigests.of(digests);
        byte[] before = flat.clone();
        byte[] expected = FlatDigests.of(digests.stream().sorted().toList());
        assertThat(DigestSort.of(flat, digests.size()).sorted()).isEqualTo(expected);
        assertThat(DigestSort.of(flat, digests.size()).leaves()).isEqualTo(leaves(expected));
        assertThat(flat).as("the given array").isEqualTo(before);
    }

    private static byte[] leaves(byte[] sorted) {
        TreeHasher hasher = new TreeHasher();
        byte[] leaves = new byte[sorted.length];
        for (int at = 0; at < sorted.length; at += Digest.LENGTH) {
            hasher.leaf(sorted, at, leaves, at);
        }
        return leaves;
    }
}
