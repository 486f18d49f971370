package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;

/// A root together with the number of its leaves. Only both name a tree: with the size left open, one
/// proof fits several positions.
public record MerkleCommitment(TreeAlgorithm algorithm, Digest root, long treeSize) {

    public MerkleCommitment {
        if (treeSize < 1 || treeSize > JsonNumber.MAX_SAFE_INTEGER) {
            throw new MerkleException(
                    MerkleCode.INVALID_COMMITMENT, "expected a tree_size from 1 to 2^53 - 1, found " + treeSize);
        }
    }

    /// PEAC's commitment to a sorted set.
    public MerkleCommitment(Digest root, long treeSize) {
        this(TreeAlgorithm.SORTED_SET, root, treeSize);
    }

    /// Reads `{tree_alg, hash_alg, root, tree_size}`; absent algorithms are PEAC's.
    /// @throws MerkleException when it is malformed
    public static MerkleCommitment parse(JsonValue json) {
        JsonObject object = ProofJson.object(json, MerkleCode.INVALID_COMMITMENT, "a commitment");
        TreeAlgorithm algorithm = ProofJson.algorithm(object, TreeAlgorithm.SORTED_SET);
        Digest root = ProofJson.digest(object.get("root"), MerkleCode.INVALID_MERKLE_ROOT, "root");
        long treeSize = ProofJson.integer(object, "tree_size", MerkleCode.INVALID_COMMITMENT);
        return new MerkleCommitment(algorithm, root, treeSize);
    }

    public JsonObject toJson() {
        return ProofJson.builder(algorithm)
                .put("root", root.toString())
                .put("tree_size", treeSize)
                .build();
    }

    /// Whether a proof shows that a receipt stands at the proof's position in exactly this tree.
    public boolean includes(Digest receipt, InclusionProof proof) {
        return proof.algorithm() == algorithm && proof.treeSize() == treeSize && proof.verifies(root, receipt);
    }

    /// Whether a proof shows that exactly this tree is a prefix of exactly the later one.
    public boolean isPrefixOf(MerkleCommitment later, ConsistencyProof proof) {
        return algorithm == TreeAlgorithm.COMMIT_ORDER
                && later.algorithm == TreeAlgorithm.COMMIT_ORDER
                && proof.oldSize() == treeSize
                && proof.newSize() == later.treeSize
                && proof.verifies(root, later.root);
    }
}
