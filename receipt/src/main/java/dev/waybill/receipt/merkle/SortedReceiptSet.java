package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The set of receipts that a PEAC summary commits to: distinct digests in bytewise order and the tree
/// over them. The order of arrival leaves no trace in the root.
public final class SortedReceiptSet {

    private final byte[] sorted;
    private final MerkleTree tree;

    private SortedReceiptSet(byte[] sorted, int count) {
        this.sorted = sorted;
        this.tree = MerkleTree.build(TreeAlgorithm.SORTED_SET, sorted, count);
    }

    /// @throws MerkleException when the set is empty or holds a digest twice
    public static SortedReceiptSet of(Collection<Digest> digests) {
        return ofFlat(FlatDigests.of(digests), digests.size());
    }

    /// The set over references as PEAC writes them: `sha256:` and 64 hexadecimal digits.
    /// @throws MerkleException when a reference is malformed, the set is empty or holds one twice
    public static SortedReceiptSet ofRefs(Collection<String> refs) {
        List<Digest> digests = new ArrayList<>(refs.size());
        for (String ref : refs) {
            digests.add(ProofJson.digest(ref, MerkleCode.INVALID_RECEIPT_REF, "a receipt reference"));
        }
        return of(digests);
    }

    /// The set over digests in one array, 32 bytes each; the array is left as it is.
    /// @throws MerkleException when the set is empty or holds a digest twice
    public static SortedReceiptSet ofFlat(byte[] digests, int count) {
        FlatDigests.check(digests, count);
        return new SortedReceiptSet(DigestSort.of(digests, count).sorted(), count);
    }

    /// @throws MerkleException when the set is empty or holds a digest twice
    public static MerkleTree tree(Collection<Digest> digests) {
        return of(digests).tree();
    }

    /// @throws MerkleException when the set is empty or holds a digest twice
    public static MerkleTree treeOfFlat(byte[] digests, int count) {
        return ofFlat(digests, count).tree();
    }

    /// The root alone.
    /// @throws MerkleException when the set is empty or holds a digest twice
    public static Digest root(Collection<Digest> digests) {
        return rootOfFlat(FlatDigests.of(digests), digests.size());
    }

    /// The root alone, with one sorted copy as the only large scratch; the array is left as it is.
    /// @throws MerkleException when the set is empty or holds a digest twice
    public static Digest rootOfFlat(byte[] digests, int count) {
        FlatDigests.check(digests, count);
        return MerkleTree.rootOfLeaves(DigestSort.of(digests, count).leaves());
    }

    /// The root over chosen digests of a larger array, given by their indexes; the same scratch.
    /// @throws MerkleException when the set is empty or holds a digest twice
    public static Digest rootOfChosen(byte[] digests, int[] chosen) {
        FlatDigests.check(digests, Math.min(chosen.length, 1));
        return MerkleTree.rootOfLeaves(DigestSort.of(digests, chosen).leaves());
    }

    public MerkleTree tree() {
        return tree;
    }

    public MerkleCommitment commitment() {
        return tree.commitment();
    }

    /// The place of a receipt in the sorted order; -1 when it does not belong to the set.
    public long indexOf(Digest receipt) {
        byte[] wanted = receipt.toBytes();
        int low = 0;
        int high = (int) tree.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = FlatDigests.compare(sorted, middle, wanted, 0);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /// The proof that a receipt belongs to the set.
    /// @throws MerkleException when it does not
    public InclusionProof prove(Digest receipt) {
        long index = indexOf(receipt);
        if (index < 0) {
            throw new MerkleException(MerkleCode.TARGET_NOT_FOUND, "the set does not hold " + receipt);
        }
        return tree.prove(index);
    }
}
