package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConsistencyProofTest {

    private static final int LARGEST = 64;
    private static final List<Digest> LEAVES = Reference.digests(new Random(4), LARGEST);
    private static final List<MerkleTree> TREES = trees();

    private static List<MerkleTree> trees() {
        List<MerkleTree> trees = new ArrayList<>();
        for (int size = 1; size <= LARGEST; size++) {
            trees.add(MerkleTree.of(LEAVES.subList(0, size)));
        }
        return trees;
    }

    private static MerkleTree tree(int size) {
        return TREES.get(size - 1);
    }

    @Test
    void everyPrefixOfEverySizeVerifies() {
        for (int size = 1; size <= LARGEST; size++) {
            for (int old = 1; old <= size; old++) {
                assertThat(tree(size)
                                .consistency(old)
                                .verifies(tree(old).root(), tree(size).root()))
                        .isTrue();
            }
        }
    }

    @Test
    void aProofForOtherSizesIsRefused() {
        for (int size = 2; size <= LARGEST; size++) {
            for (int old = 1; old < size; old++) {
                ConsistencyProof proof = tree(size).consistency(old);
                for (int other = 1; other <= LARGEST; other++) {
                    assertThat(tree(other).commitment().isPrefixOf(tree(size).commitment(), proof))
                            .isEqualTo(other == old);
                    assertThat(tree(old).commitment().isPrefixOf(tree(other).commitment(), proof))
                            .isEqualTo(other == size);
                }
            }
        }
    }

    @Test
    void aRootOfAnotherSizeIsRefused() {
        for (int size = 2; size <= LARGEST; size++) {
            for (int old = 1; old < size; old++) {
                ConsistencyProof proof = tree(size).consistency(old);
                for (int other = 1; other <= LARGEST; other++) {
                    assertThat(proof.verifies(tree(other).root(), tree(size).root()))
                            .isEqualTo(other == old);
                    assertThat(proof.verifies(tree(old).root(), tree(other).root()))
                            .isEqualTo(other == size);
                }
            }
        }
    }

    @Test
    void aLongerOrShorterPathIsRefused() {
        for (int size = 1; size <= LARGEST; size++) {
            for (int old = 1; old <= size; old++) {
                List<Digest> path = tree(size).consistency(old).hashes();
                List<Digest> longer = new ArrayList<>(path);
                longer.add(tree(size).root());
                assertThat(verifies(old, size, longer)).isFalse();
                for (int i = 0; i < path.size(); i++) {
                    List<Digest> shorter = new ArrayList<>(path);
                    shorter.remove(i);
                    assertThat(verifies(old, size, shorter)).isFalse();
                }
            }
        }
    }

    @Test
    void everyFlippedBitIsRefused() {
        List<Digest> path = tree(13).consistency(7).hashes();
        for (int bit = 0; bit < 256; bit++) {
            for (int i = 0; i < path.size(); i++) {
                List<Digest> changed = new ArrayList<>(path);
                changed.set(i, Reference.flip(path.get(i), bit));
                assertThat(verifies(7, 13, changed)).isFalse();
            }
        }
    }

    @Test
    void aChangedPastIsRefused() {
        for (int changed = 0; changed < 20; changed++) {
            List<Digest> leaves = new ArrayList<>(LEAVES);
            leaves.set(changed, Reference.flip(leaves.get(changed), 0));
            MerkleTree rewritten = MerkleTree.of(leaves);
            assertThat(tree(20).commitment().isPrefixOf(rewritten.commitment(), rewritten.consistency(20)))
                    .isFalse();
        }
    }

    @Test
    void aSwapOfTwoReceiptsIsRefused() {
        List<Digest> leaves = new ArrayList<>(LEAVES);
        leaves.set(3, LEAVES.get(4));
        leaves.set(4, LEAVES.get(3));
        MerkleTree reordered = MerkleTree.of(leaves);
        assertThat(tree(20).commitment().isPrefixOf(reordered.commitment(), reordered.consistency(20)))
                .isFalse();
    }

    @Test
    void sizesThatCannotBeAreMalformed() {
        for (long[] sizes : new long[][] {{0, 1}, {-1, 1}, {2, 1}, {1, 1L << 53}}) {
            assertThatExceptionOfType(MerkleException.class)
                    .isThrownBy(() -> new ConsistencyProof(sizes[0], sizes[1], List.of()))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.INVALID_PROOF));
        }
    }

    @Test
    void jsonReadsBackAsWritten() {
        ConsistencyProof proof = tree(13).consistency(7);
        assertThat(ConsistencyProof.parse(proof.toJson())).isEqualTo(proof);
        assertThat(ConsistencyProof.parse(proof.toJson().without("tree_alg").without("hash_alg")))
                .isEqualTo(proof);
    }

    @Test
    void aProofOverASortedSetIsRefused() {
        var json = tree(13).consistency(7).toJson().with("tree_alg", TreeAlgorithm.SORTED_SET.wire());
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> ConsistencyProof.parse(json))
                .satisfies(e -> assertThat(e.code()).isEqualTo(MerkleCode.UNSUPPORTED_TREE_ALG));
    }

    private static boolean verifies(int old, int size, List<Digest> path) {
        return new ConsistencyProof(old, size, path)
                .verifies(tree(old).root(), tree(size).root());
    }
}
