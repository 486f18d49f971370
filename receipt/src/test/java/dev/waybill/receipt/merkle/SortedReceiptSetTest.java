package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.Digest;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SortedReceiptSetTest {

    @Test
    void theOrderOfArrivalLeavesNoTrace() {
        Seeds.check(50, random -> {
            List<Digest> digests = Reference.digests(random, 1 + random.nextInt(300));
            Digest root = SortedReceiptSet.of(digests).commitment().root();
            Collections.shuffle(digests, random);
            assertThat(SortedReceiptSet.of(digests).commitment().root()).isEqualTo(root);
            Collections.sort(digests);
            assertThat(Reference.root(digests)).isEqualTo(root);
        });
    }

    @Test
    void theRootAloneIsTheRootOfTheTreeAndLeavesTheArrayAsItWas() {
        for (int size : List.of(1, 2, 24, 25, 4097, 30_000)) {
            byte[] flat = FlatDigests.of(Reference.digests(new Random(size), size));
            byte[] before = flat.clone();
            assertThat(SortedReceiptSet.rootOfFlat(flat, size))
                    .isEqualTo(SortedReceiptSet.treeOfFlat(flat, size).root());
            assertThat(flat).isEqualTo(before);
        }
    }

    @Test
    void theRootIsTheOneOfTheRfcOverSortedDigests() {
        List<Digest> digests = Reference.digests(new Random(8), 8_193);
        for (int size : DigestSortTest.SIZES) {
            List<Digest> some = digests.subList(0, size);
            Digest root = SortedReceiptSet.rootOfFlat(FlatDigests.of(some), size);
            assertThat(root)
                    .as("of %d", size)
                    .isEqualTo(Reference.root(some.stream().sorted().toList()));
        }
    }

    @Test
    void theRootOverChosenDigestsIsTheirRoot() {
        Seeds.check(10, random -> {
            List<Digest> digests = Reference.digests(random, 1 + random.nextInt(10_000));
            int[] chosen = IntStream.range(0, digests.size())
                    .filter(_ -> random.nextBoolean())
                    .toArray();
            List<Digest> some = Arrays.stream(chosen).mapToObj(digests::get).toList();
            if (some.isEmpty()) {
                return;
            }
            assertThat(SortedReceiptSet.rootOfChosen(FlatDigests.of(digests), chosen))
                    .isEqualTo(SortedReceiptSet.of(some).commitment().root());
        });
    }

    @Test
    void everyMemberIsFoundAndProved() {
        List<Digest> digests = Reference.digests(new Random(5), 200);
        SortedReceiptSet set = SortedReceiptSet.of(digests);
        for (Digest digest : digests) {
            assertThat(set.commitment().includes(digest, set.prove(digest))).isTrue();
        }
        List<Digest> sorted = new ArrayList<>(digests);
        Collections.sort(sorted);
        for (int i = 0; i < sorted.size(); i++) {
            assertThat(set.indexOf(sorted.get(i))).isEqualTo(i);
        }
    }

    @Test
    void aStrangerIsNotFound() {
        SortedReceiptSet set = SortedReceiptSet.of(Reference.digests(new Random(5), 10));
        Digest stranger = Reference.digest(new Random(6));
        assertThat(set.indexOf(stranger)).isEqualTo(-1);
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> set.prove(stranger))
                .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.TARGET_NOT_FOUND))
                .withMessageContaining(stranger.toString());
    }

    @Test
    void anEmptySetIsRefused() {
        byte[] flat = new byte[Digest.LENGTH];
        refused(MerkleCode.EMPTY_INPUT, "none", () -> SortedReceiptSet.of(List.of()));
        refused(MerkleCode.EMPTY_INPUT, "none", () -> SortedReceiptSet.rootOfFlat(flat, 0));
        refused(MerkleCode.EMPTY_INPUT, "none", () -> SortedReceiptSet.rootOfChosen(flat, new int[0]));
    }

    @Test
    void aReceiptGivenTwiceIsRefusedByName() {
        for (int size : DigestSortTest.SIZES) {
            List<Digest> digests = Reference.digests(new Random(7), size);
            Digest twice = digests.get(size / 2);
            digests.add(twice);
            refuseTwice(digests, twice);
        }
    }

    @Test
    void ofSeveralReceiptsGivenTwiceTheFirstInOrderIsNamed() {
        Seeds.check(10, random -> {
            List<Digest> digests = Reference.digests(random, 2 + random.nextInt(20_000));
            List<Digest> again =
                    digests.stream().filter(_ -> random.nextInt(8) == 0).toList();
            if (again.isEmpty()) {
                return;
            }
            digests.addAll(again);
            Collections.shuffle(digests, random);
            refuseTwice(digests, Collections.min(again));
        });
    }

    @Test
    void aReceiptGivenManyTimesIsRefused() {
        Digest same = Reference.digest(new Random(9));
        for (int size : List.of(2, 24, 25, 26, 5_000, 140_000)) {
            refuseTwice(Collections.nCopies(size, same), same);
        }
    }

    private static void refuseTwice(List<Digest> digests, Digest twice) {
        byte[] flat = FlatDigests.of(digests);
        int[] all = IntStream.range(0, digests.size()).toArray();
        String name = twice.toString();
        refused(MerkleCode.DUPLICATE_RECEIPT_REF, name, () -> SortedReceiptSet.of(digests));
        refused(MerkleCode.DUPLICATE_RECEIPT_REF, name, () -> SortedReceiptSet.rootOfFlat(flat, digests.size()));
        refused(MerkleCode.DUPLICATE_RECEIPT_REF, name, () -> SortedReceiptSet.rootOfChosen(flat, all));
    }

    private static void refused(MerkleCode code, String found, ThrowingCallable call) {
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code))
                .withMessageContaining(found);
    }

    @Test
    void aMalformedReferenceIsRefused() {
        for (String ref : List.of("", "sha256:", "SHA256:" + "0".repeat(64), "sha256:" + "A".repeat(64))) {
            assertThatExceptionOfType(MerkleException.class)
                    .isThrownBy(() -> SortedReceiptSet.ofRefs(List.of(ref)))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.INVALID_RECEIPT_REF));
        }
    }
}
