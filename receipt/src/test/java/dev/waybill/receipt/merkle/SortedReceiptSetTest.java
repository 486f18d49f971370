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
    void digestsThatShareTheirFirstBytesAreSortedToo() {
        Seeds.check(12, random -> {
            int size = 1 + random.nextInt(40_000);
            int shared = random.nextInt(Digest.LENGTH - 3);
            List<Digest> digests = new ArrayList<>();
            for (Digest digest : Reference.digests(random, size)) {
                byte[] bytes = digest.toBytes();
                Arrays.fill(bytes, 0, shared, (byte) 0xFF);
                digests.add(Digest.ofBytes(bytes));
            }
            byte[] sorted = DigestSort.of(FlatDigests.of(digests), size).sorted();
            Collections.sort(digests);
            assertThat(sorted).isEqualTo(FlatDigests.of(digests));
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
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> SortedReceiptSet.of(List.of()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.EMPTY_INPUT));
    }

    @Test
    void aReceiptGivenTwiceIsRefusedByName() {
        List<Digest> digests = Reference.digests(new Random(7), 5_000);
        digests.add(digests.get(17));
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> SortedReceiptSet.of(digests))
                .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.DUPLICATE_RECEIPT_REF))
                .withMessageContaining(digests.get(17).toString());
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
