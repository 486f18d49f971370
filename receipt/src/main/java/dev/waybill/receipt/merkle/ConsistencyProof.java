package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// The hashes which show that an earlier commit-order tree is a prefix of a later one: nothing that was
/// committed has been changed, reordered or cut off since.
public record ConsistencyProof(long oldSize, long newSize, List<Digest> hashes) {

    public ConsistencyProof {
        if (oldSize < 1 || oldSize > newSize || newSize > JsonNumber.MAX_SAFE_INTEGER) {
            throw new MerkleException(
                    MerkleCode.INVALID_PROOF,
                    "expected 1 <= old_size <= new_size < 2^53, found %d and %d".formatted(oldSize, newSize));
        }
        hashes = List.copyOf(hashes);
    }

    /// Reads `{tree_alg, hash_alg, old_size, new_size, hashes}`.
    /// @throws MerkleException when it is malformed or of another kind of tree
    public static ConsistencyProof parse(JsonValue json) {
        JsonObject object = ProofJson.object(json, MerkleCode.INVALID_PROOF, "a proof");
        if (ProofJson.algorithm(object, TreeAlgorithm.COMMIT_ORDER) != TreeAlgorithm.COMMIT_ORDER) {
            throw new MerkleException(
                    MerkleCode.UNSUPPORTED_TREE_ALG,
                    "expected tree_alg %s: a sorted set does not grow at its end"
                            .formatted(TreeAlgorithm.COMMIT_ORDER.wire()));
        }
        long oldSize = ProofJson.integer(object, "old_size", MerkleCode.INVALID_PROOF);
        long newSize = ProofJson.integer(object, "new_size", MerkleCode.INVALID_PROOF);
        return new ConsistencyProof(oldSize, newSize, ProofJson.hashes(object));
    }

    public JsonObject toJson() {
        return ProofJson.builder(TreeAlgorithm.COMMIT_ORDER)
                .put("old_size", oldSize)
                .put("new_size", newSize)
                .put("hashes", ProofJson.texts(hashes))
                .build();
    }

    /// Whether the hashes give both roots. RFC 9162 2.1.4.2; equal sizes need equal roots and no hashes.
    ///
    /// Take both sizes from what was signed: [MerkleCommitment#isPrefixOf].
    public boolean verifies(Digest oldRoot, Digest newRoot) {
        if (oldSize == newSize) {
            return hashes.isEmpty() && oldRoot.equals(newRoot);
        }
        if (hashes.isEmpty()) {
            return false;
        }
        List<Digest> path = new ArrayList<>(hashes);
        if (Long.bitCount(oldSize) == 1) {
            // The old tree is a full subtree of the new one, so the proof starts from its root.
            path.addFirst(oldRoot);
        }
        return fold(path, oldRoot, newRoot);
    }

    private boolean fold(List<Digest> path, Digest oldRoot, Digest newRoot) {
        TreeHasher hasher = new TreeHasher();
        int start = Long.numberOfTrailingZeros(oldSize);
        long node = (oldSize - 1) >> start;
        long last = (newSize - 1) >> start;
        byte[] older = path.getFirst().toBytes();
        byte[] newer = older.clone();
        for (Digest next : path.subList(1, path.size())) {
            if (last == 0) {
                return false;
            }
            byte[] hash = next.toBytes();
            if ((node & 1) == 1 || node == last) {
                hasher.node(hash, older, older);
                hasher.node(hash, newer, newer);
                int rise = (node & 1) == 1 ? 0 : Long.numberOfTrailingZeros(node);
                node >>= rise;
                last >>= rise;
            } else {
                hasher.node(newer, hash, newer);
            }
            node >>= 1;
            last >>= 1;
        }
        return last == 0 && oldRoot.equals(Digest.ofBytes(older)) && newRoot.equals(Digest.ofBytes(newer));
    }
}
