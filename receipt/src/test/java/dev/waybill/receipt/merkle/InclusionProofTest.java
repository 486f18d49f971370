package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InclusionProofTest {

    private static final int LARGEST = 64;
    private static final List<Digest> LEAVES = Reference.digests(new Random(2), LARGEST);

    private static MerkleTree tree(int size) {
        return MerkleTree.of(LEAVES.subList(0, size));
    }

    @Test
    void everyLeafOfEverySizeVerifies() {
        for (int size = 1; size <= LARGEST; size++) {
            MerkleTree tree = tree(size);
            for (int index = 0; index < size; index++) {
                assertThat(tree.prove(index).verifies(tree.root(), LEAVES.get(index)))
                        .isTrue();
            }
        }
    }

    @Test
    void aProofForAnotherPositionIsRefused() {
        for (int size = 1; size <= LARGEST; size++) {
            MerkleTree tree = tree(size);
            for (int index = 0; index < size; index++) {
                List<Digest> hashes = tree.prove(index).hashes();
                for (int other = 0; other < size; other++) {
                    var moved = new InclusionProof(TreeAlgorithm.COMMIT_ORDER, other, size, hashes);
                    assertThat(tree.commitment().includes(LEAVES.get(index), moved))
                            .isEqualTo(other == index);
                }
            }
        }
    }

    @Test
    void aProofForAnotherSizeIsRefused() {
        for (int size = 1; size <= LARGEST; size++) {
            MerkleTree tree = tree(size);
            for (int index = 0; index < size; index++) {
                List<Digest> hashes = tree.prove(index).hashes();
                for (int other = index + 1; other <= LARGEST + 1; other++) {
                    var resized = new InclusionProof(TreeAlgorithm.COMMIT_ORDER, index, other, hashes);
                    assertThat(tree.commitment().includes(LEAVES.get(index), resized))
                            .isEqualTo(other == size);
                }
            }
        }
    }

    @Test
    void aProofInATreeOfAnotherSizeIsRefused() {
        for (int size = 1; size <= LARGEST; size++) {
            MerkleTree tree = tree(size);
            for (int other = 1; other <= LARGEST; other++) {
                Digest root = tree(other).root();
                for (int index = 0; index < size; index++) {
                    assertThat(tree.prove(index).verifies(root, LEAVES.get(index)))
                            .isEqualTo(size == other);
                }
            }
        }
    }

    @Test
    void aLongerOrShorterPathIsRefused() {
        for (int size = 1; size <= LARGEST; size++) {
            MerkleTree tree = tree(size);
            for (int index = 0; index < size; index++) {
                InclusionProof proof = tree.prove(index);
                for (List<Digest> path : neighbours(proof.hashes(), tree.root())) {
                    var changed = new InclusionProof(index, size, path);
                    assertThat(changed.verifies(tree.root(), LEAVES.get(index))).isFalse();
                }
            }
        }
    }

    /// The path with one hash dropped, doubled or added at an end.
    private static List<List<Digest>> neighbours(List<Digest> path, Digest extra) {
        List<List<Digest>> changed = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            List<Digest> shorter = new ArrayList<>(path);
            shorter.remove(i);
            changed.add(shorter);
            List<Digest> longer = new ArrayList<>(path);
            longer.add(i, path.get(i));
            changed.add(longer);
        }
        List<Digest> before = new ArrayList<>(path);
        before.addFirst(extra);
        List<Digest> after = new ArrayList<>(path);
        after.addLast(extra);
        changed.add(before);
        changed.add(after);
        return changed;
    }

    @Test
    void everyFlippedBitIsRefused() {
        MerkleTree tree = tree(13);
        InclusionProof proof = tree.prove(9);
        for (int bit = 0; bit < 256; bit++) {
            assertThat(proof.verifies(Reference.flip(tree.root(), bit), LEAVES.get(9)))
                    .isFalse();
            assertThat(proof.verifies(tree.root(), Reference.flip(LEAVES.get(9), bit)))
                    .isFalse();
            for (int i = 0; i < proof.hashes().size(); i++) {
                List<Digest> hashes = new ArrayList<>(proof.hashes());
                hashes.set(i, Reference.flip(hashes.get(i), bit));
                assertThat(new InclusionProof(9, 13, hashes).verifies(tree.root(), LEAVES.get(9)))
                        .isFalse();
            }
        }
    }

    @Test
    void anInnerNodeDoesNotPassForALeaf() {
        MerkleTree tree = tree(4);
        Digest left = MerkleTree.of(LEAVES.subList(0, 2)).root();
        Digest right = MerkleTree.of(LEAVES.subList(2, 4)).root();
        assertThat(new InclusionProof(0, 2, List.of(right)).verifies(tree.root(), left))
                .isFalse();
    }

    @Test
    void aProofOfOneKindOfTreeIsNotAProofOfTheOther() {
        SortedReceiptSet set = SortedReceiptSet.of(LEAVES);
        Digest receipt = LEAVES.get(5);
        InclusionProof proof = set.prove(receipt);
        var relabelled =
                new InclusionProof(TreeAlgorithm.COMMIT_ORDER, proof.leafIndex(), proof.treeSize(), proof.hashes());
        assertThat(set.commitment().includes(receipt, proof)).isTrue();
        assertThat(set.commitment().includes(receipt, relabelled)).isFalse();
    }

    @Test
    void aHugeClaimedSizeCostsNothing() {
        var proof = new InclusionProof(0, 9_007_199_254_740_991L, List.of());
        assertThat(proof.verifies(tree(3).root(), LEAVES.get(0))).isFalse();
        var last = new InclusionProof(9_007_199_254_740_990L, 9_007_199_254_740_991L, LEAVES);
        assertThat(last.verifies(tree(3).root(), LEAVES.get(0))).isFalse();
    }

    @Test
    void jsonReadsBackAsWritten() {
        for (MerkleTree tree : List.of(tree(9), SortedReceiptSet.tree(LEAVES))) {
            InclusionProof proof = tree.prove(6);
            assertThat(InclusionProof.parse(proof.toJson())).isEqualTo(proof);
            assertThat(MerkleCommitment.parse(tree.commitment().toJson())).isEqualTo(tree.commitment());
        }
    }

    @Test
    void theSeedsShortFormIsPeacsTree() {
        InclusionProof proof = InclusionProof.parse(json("{'leaf_index':0,'tree_size':1,'hashes':[]}"));
        assertThat(proof).isEqualTo(new InclusionProof(TreeAlgorithm.SORTED_SET, 0, 1, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                                                 | audit.merkle.invalid_proof",
                "{}                                                                 | audit.merkle.invalid_proof",
                "{'tree_alg':'other','leaf_index':0,'tree_size':1,'hashes':[]}      | audit.merkle.unsupported_tree_alg",
                "{'tree_alg':null,'leaf_index':0,'tree_size':1,'hashes':[]}         | audit.merkle.unsupported_tree_alg",
                "{'hash_alg':'sha512','leaf_index':0,'tree_size':1,'hashes':[]}     | audit.merkle.unsupported_hash_alg",
                "{'leaf_index':0,'tree_size':0,'hashes':[]}                         | audit.merkle.invalid_proof",
                "{'leaf_index':0,'tree_size':1.5,'hashes':[]}                       | audit.merkle.invalid_proof",
                "{'leaf_index':0,'tree_size':'1','hashes':[]}                       | audit.merkle.invalid_proof",
                "{'leaf_index':1,'tree_size':1,'hashes':[]}                         | audit.merkle.invalid_proof",
                "{'leaf_index':-1,'tree_size':1,'hashes':[]}                        | audit.merkle.invalid_proof",
                "{'tree_size':1,'hashes':[]}                                        | audit.merkle.invalid_proof",
                "{'leaf_index':0,'tree_size':1}                                     | audit.merkle.invalid_proof",
                "{'leaf_index':0,'tree_size':1,'hashes':{}}                         | audit.merkle.invalid_proof",
                "{'leaf_index':0,'tree_size':2,'hashes':[1]}                        | audit.merkle.invalid_proof_hash",
                "{'leaf_index':0,'tree_size':2,'hashes':['sha256:AB']}              | audit.merkle.invalid_proof_hash",
            })
    void aMalformedProofHasItsCode(String proof, String code) {
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> InclusionProof.parse(json(proof)))
                .satisfies(e -> assertThat(e.code().text()).isEqualTo(code))
                .withMessageStartingWith("expected ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "7                                       | audit.merkle.invalid_commitment",
                "{'tree_alg':1}                          | audit.merkle.unsupported_tree_alg",
                "{'hash_alg':1}                          | audit.merkle.unsupported_hash_alg",
                "{'tree_size':1}                         | audit.merkle.invalid_merkle_root",
                "{'root':'sha256:00','tree_size':1}      | audit.merkle.invalid_merkle_root",
                "{'root':'ROOT'}                         | audit.merkle.invalid_commitment",
                "{'root':'ROOT','tree_size':0}           | audit.merkle.invalid_commitment",
            })
    void aMalformedCommitmentHasItsCode(String commitment, String code) {
        String text = commitment.replace("ROOT", LEAVES.getFirst().toString());
        assertThatExceptionOfType(MerkleException.class)
                .isThrownBy(() -> MerkleCommitment.parse(json(text)))
                .satisfies(e -> assertThat(e.code().text()).isEqualTo(code));
    }

    private static JsonValue json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT);
    }
}
