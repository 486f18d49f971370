package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.waybill.base.Digest;
import dev.waybill.testkit.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MerkleTreeTest {

    private static final List<Digest> LEAVES = Reference.digests(new Random(1), 130);

    @Test
    void theRootIsTheOneOfTheRfc() {
        for (int size = 1; size <= LEAVES.size(); size++) {
            List<Digest> leaves = LEAVES.subList(0, size);
            assertThat(MerkleTree.of(leaves).root()).isEqualTo(Reference.root(leaves));
        }
    }

    @Test
    void theRootAloneIsTheRootOfTheTreeAcrossChunkBoundaries() {
        for (int size : List.of(1, 2, 4095, 4096, 4097, 8192, 12_289, 20_000)) {
            List<Digest> leaves = Reference.digests(new Random(size), size);
            byte[] flat = FlatDigests.of(leaves);
            Digest root = MerkleTree.ofFlat(flat, size).root();
            assertThat(MerkleTree.rootOfFlat(flat, size)).isEqualTo(root);
            assertThat(Reference.root(leaves)).isEqualTo(root);
        }
    }

    @Test
    void everyInclusionPathIsTheOneOfTheRfc() {
        for (int size = 1; size <= 64; size++) {
            List<Digest> leaves = LEAVES.subList(0, size);
            MerkleTree tree = MerkleTree.of(leaves);
            for (int index = 0; index < size; index++) {
                assertThat(tree.prove(index).hashes()).isEqualTo(Reference.path(index, leaves));
            }
        }
    }

    @Test
    void everyConsistencyPathIsTheOneOfTheRfc() {
        for (int size = 1; size <= 64; size++) {
            List<Digest> leaves = LEAVES.subList(0, size);
            MerkleTree tree = MerkleTree.of(leaves);
            for (int old = 1; old <= size; old++) {
                assertThat(tree.consistency(old).hashes()).isEqualTo(Reference.proof(old, leaves));
            }
        }
    }

    @Test
    void aLargeTreeProvesAnyLeafAndAnyPrefix() {
        Seeds.check(5, random -> {
            int size = 5_000 + random.nextInt(10_000);
            List<Digest> leaves = Reference.digests(random, size);
            MerkleTree tree = MerkleTree.of(leaves);
            int index = random.nextInt(size);
            assertThat(tree.commitment().includes(leaves.get(index), tree.prove(index)))
                    .isTrue();
            int old = 1 + random.nextInt(size);
            MerkleCommitment before = MerkleTree.of(leaves.subList(0, old)).commitment();
            assertThat(before.isPrefixOf(tree.commitment(), tree.consistency(old)))
                    .isTrue();
        });
    }

    @Test
    void aProofHasNoMoreHashesThanTheTreeHasLevels() {
        MerkleTree tree = MerkleTree.of(Reference.digests(new Random(3), 10_000));
        assertThat(tree.prove(9_999).hashes()).hasSizeLessThanOrEqualTo(14);
        assertThat(tree.consistency(9_999).hashes()).hasSizeLessThanOrEqualTo(15);
    }

    @Test
    void anEmptyTreeIsRefused() {
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> MerkleTree.of(List.of()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.EMPTY_INPUT));
    }

    @Test
    void anArrayThatIsTooShortIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> MerkleTree.ofFlat(new byte[63], 2));
        assertThatIllegalArgumentException().isThrownBy(() -> MerkleTree.rootOfFlat(new byte[64], -1));
    }

    @Test
    void aLeafOrPrefixThatTheTreeDoesNotHaveIsRefused() {
        MerkleTree tree = MerkleTree.of(LEAVES.subList(0, 5));
        for (long index : new long[] {-1, 5, Long.MAX_VALUE}) {
            assertThatExceptionOfType(MerkleException.class).isThrownBy(() -> tree.prove(index));
        }
        for (long old : new long[] {-1, 0, 6, Long.MAX_VALUE}) {
            assertThatExceptionOfType(MerkleException.class).isThrownBy(() -> tree.consistency(old));
        }
    }

    @Test
    void aSortedSetHasNoConsistencyProofs() {
        MerkleTree tree = SortedReceiptSet.tree(LEAVES);
        assertThatIllegalStateException().isThrownBy(() -> tree.consistency(3));
    }
}
