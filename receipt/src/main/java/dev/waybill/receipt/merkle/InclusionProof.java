package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// The hashes that lead from one receipt to the root, so that one receipt can be shown without the
/// others.
///
/// @param leafIndex the receipt's place in the tree's order, from 0
/// @param hashes the siblings, from the leaf up
public record InclusionProof(TreeAlgorithm algorithm, long leafIndex, long treeSize, List<Digest> hashes) {

    public InclusionProof {
        if (treeSize < 1 || treeSize > JsonNumber.MAX_SAFE_INTEGER) {
            throw new MerkleException(
                    MerkleCode.INVALID_PROOF, "expected a tree_size from 1 to 2^53 - 1, found " + treeSize);
        }
        if (leafIndex < 0 || leafIndex >= treeSize) {
            throw new MerkleException(
                    MerkleCode.INVALID_PROOF,
                    "expected a leaf_index from 0 to %d, found %d".formatted(treeSize - 1, leafIndex));
        }
        hashes = List.copyOf(hashes);
    }

    /// A proof in PEAC's sorted set.
    public InclusionProof(long leafIndex, long treeSize, List<Digest> hashes) {
        this(TreeAlgorithm.SORTED_SET, leafIndex, treeSize, hashes);
    }

    /// Reads `{tree_alg, hash_alg, leaf_index, tree_size, hashes}`; absent algorithms are PEAC's.
    /// @throws MerkleException when it is malformed
    public static InclusionProof parse(JsonValue json) {
        JsonObject object = ProofJson.object(json, MerkleCode.INVALID_PROOF, "a proof");
        TreeAlgorithm algorithm = ProofJson.algorithm(object, TreeAlgorithm.SORTED_SET);
        long treeSize = ProofJson.integer(object, "tree_size", MerkleCode.INVALID_PROOF);
        long leafIndex = ProofJson.integer(object, "leaf_index", MerkleCode.INVALID_PROOF);
        return new InclusionProof(algorithm, leafIndex, treeSize, ProofJson.hashes(object));
    }

    public JsonObject toJson() {
        return ProofJson.builder(algorithm)
                .put("leaf_index", leafIndex)
                .put("tree_size", treeSize)
                .put("hashes", ProofJson.texts(hashes))
                .build();
    }

    /// Whether the receipt and the path give the root of a tree of this proof's size. RFC 9162 2.1.3.2.
    ///
    /// The root of one tree can also be read as that of a smaller or larger one in which the same path
    /// leads elsewhere. Where the position matters, take the size from what was signed:
    /// [MerkleCommitment#includes].
    public boolean verifies(Digest root, Digest receipt) {
        TreeHasher hasher = new TreeHasher();
        byte[] hash = receipt.toBytes();
        hasher.leaf(hash, 0, hash, 0);
        long node = leafIndex;
        long last = treeSize - 1;
        for (Digest sibling : hashes) {
            if (last == 0) {
                return false;
            }
            if ((node & 1) == 1 || node == last) {
                hasher.node(sibling.toBytes(), hash, hash);
                // A last node without a sibling moved up unchanged; follow it to where it has one.
                int rise = (node & 1) == 1 ? 0 : Long.numberOfTrailingZeros(node);
                node >>= rise;
                last >>= rise;
            } else {
                hasher.node(hash, sibling.toBytes(), hash);
            }
            node >>= 1;
            last >>= 1;
        }
        return last == 0 && root.equals(Digest.ofBytes(hash));
    }
}
