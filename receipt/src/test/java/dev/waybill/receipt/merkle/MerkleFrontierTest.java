package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.Digest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MerkleFrontierTest {

    @Test
    void theRootIsTheTreesAfterEveryAppend() {
        List<Digest> leaves = Reference.digests(new Random(8), 300);
        MerkleFrontier frontier = new MerkleFrontier();
        for (int size = 1; size <= leaves.size(); size++) {
            frontier.append(leaves.get(size - 1));
            assertThat(frontier.size()).isEqualTo(size);
            assertThat(frontier.root())
                    .isEqualTo(MerkleTree.of(leaves.subList(0, size)).root());
        }
    }

    @Test
    void chunksGiveTheSameRootAsOneArray() {
        int size = 10_001;
        byte[] flat = FlatDigests.of(Reference.digests(new Random(9), size));
        MerkleFrontier frontier = new MerkleFrontier();
        for (int from = 0; from < size; from += 1_000) {
            frontier.appendFlat(flat, from * Digest.LENGTH, Math.min(1_000, size - from));
        }
        assertThat(frontier.root()).isEqualTo(MerkleTree.rootOfFlat(flat, size));
    }

    @Test
    void withoutLeavesThereIsNoRoot() {
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> new MerkleFrontier().root())
                .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.EMPTY_INPUT));
    }
}
