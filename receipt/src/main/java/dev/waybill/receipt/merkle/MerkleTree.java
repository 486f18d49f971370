package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.util.ArrayList;
import java.util.List;

/// An RFC 6962 tree over digests in the given order, with all its levels kept, so that a proof costs a
/// few lookups and no hashing.
///
/// Each level is one flat array: a million receipts take 64 MB and no objects. An odd last hash of a
/// level moves up unchanged, so the last hash of a level always covers everything up to the end.
public final class MerkleTree {

    private static final int LENGTH = TreeHasher.LENGTH;

    private final TreeAlgorithm algorithm;
    private final int size;
    private final List<byte[]> levels;

    private MerkleTree(TreeAlgorithm algorithm, int size, List<byte[]> levels) {
        this.algorithm = algorithm;
        this.size = size;
        this.levels = levels;
    }

    /// The tree over receipts in commit order.
    /// @throws MerkleException when there are none
    public static MerkleTree of(List<Digest> digests) {
        return ofFlat(FlatDigests.of(digests), digests.size());
    }

    /// The tree over receipts in commit order, given as one array of 32 bytes each.
    /// @throws MerkleException when there are none
    public static MerkleTree ofFlat(byte[] digests, int count) {
        return build(TreeAlgorithm.COMMIT_ORDER, digests, count);
    }

    /// The root alone, in the given order, without keeping levels: a few hundred kilobytes of scratch.
    /// @throws MerkleException when there are none
    public static Digest rootOfFlat(byte[] digests, int count) {
        FlatDigests.check(digests, count);
        byte[] roots = new byte[Chunks.count(count) * LENGTH];
        Chunks.run(count, (hasher, from, to) -> {
            byte[] row = new byte[(to - from) * LENGTH];
            for (int i = from; i < to; i++) {
                hasher.leaf(digests, i * LENGTH, row, (i - from) * LENGTH);
            }
            hasher.fold(row, 0, to - from, roots, from / Chunks.SIZE * LENGTH);
        });
        return top(roots);
    }

    /// The root over leaves that are hashed already. It is found in place: the array is used up.
    static Digest rootOfLeaves(byte[] leaves) {
        int count = leaves.length / LENGTH;
        byte[] roots = new byte[Chunks.count(count) * LENGTH];
        Chunks.run(
                count,
                (hasher, from, to) ->
                        hasher.fold(leaves, from * LENGTH, to - from, roots, from / Chunks.SIZE * LENGTH));
        return top(roots);
    }

    private static Digest top(byte[] roots) {
        new TreeHasher().fold(roots, 0, roots.length / LENGTH, roots, 0);
        return Digest.ofBytes(roots, 0);
    }

    static MerkleTree build(TreeAlgorithm algorithm, byte[] digests, int count) {
        FlatDigests.check(digests, count);
        List<byte[]> levels = new ArrayList<>();
        byte[] level = leaves(digests, count);
        levels.add(level);
        for (int width = count; width > 1; width = (width + 1) / 2) {
            level = above(level, width);
            levels.add(level);
        }
        return new MerkleTree(algorithm, count, levels);
    }

    private static byte[] leaves(byte[] digests, int count) {
        byte[] level = new byte[count * LENGTH];
        Chunks.run(count, (hasher, from, to) -> {
            for (int i = from; i < to; i++) {
                hasher.leaf(digests, i * LENGTH, level, i * LENGTH);
            }
        });
        return level;
    }

    private static byte[] above(byte[] below, int width) {
        int pairs = width / 2;
        byte[] level = new byte[(width + 1) / 2 * LENGTH];
        Chunks.run(pairs, (hasher, from, to) -> {
            for (int i = from; i < to; i++) {
                hasher.node(below, 2 * i * LENGTH, level, i * LENGTH);
            }
        });
        if (width % 2 == 1) {
            System.arraycopy(below, (width - 1) * LENGTH, level, pairs * LENGTH, LENGTH);
        }
        return level;
    }

    public long size() {
        return size;
    }

    public Digest root() {
        return Digest.ofBytes(levels.getLast(), 0);
    }

    public MerkleCommitment commitment() {
        return new MerkleCommitment(algorithm, root(), size);
    }

    /// The proof that the leaf at an index belongs to this tree.
    /// @throws MerkleException when there is no such leaf
    public InclusionProof prove(long index) {
        if (index < 0 || index >= size) {
            throw new MerkleException(
                    MerkleCode.TARGET_NOT_FOUND,
                    "expected a leaf index from 0 to %d, found %d".formatted(size - 1, index));
        }
        List<Digest> hashes = new ArrayList<>(levels.size());
        int at = (int) index;
        for (int height = 0; height < levels.size() - 1; height++, at /= 2) {
            int sibling = at ^ 1;
            if (sibling * LENGTH < levels.get(height).length) {
                hashes.add(hash(height, sibling));
            }
        }
        return new InclusionProof(algorithm, index, size, hashes);
    }

    /// The proof that the first `oldSize` leaves of this tree are a tree that was seen before.
    /// @throws MerkleException when this tree was never of that size
    public ConsistencyProof consistency(long oldSize) {
        if (algorithm != TreeAlgorithm.COMMIT_ORDER) {
            throw new IllegalStateException("a sorted set does not grow at its end; prove the commit-order tree");
        }
        if (oldSize < 1 || oldSize > size) {
            throw new MerkleException(
                    MerkleCode.INVALID_PROOF, "expected an old size from 1 to %d, found %d".formatted(size, oldSize));
        }
        List<Digest> hashes = new ArrayList<>();
        subproof((int) oldSize, 0, size, true, hashes);
        return new ConsistencyProof(oldSize, size, hashes);
    }

    /// RFC 9162 2.1.4.1 for the old leaves `[start, start + old)` of the range `[start, end)`.
    private void subproof(int old, int start, int end, boolean known, List<Digest> hashes) {
        if (old == end - start) {
            if (!known) {
                hashes.add(range(start, end));
            }
            return;
        }
        int middle = start + Integer.highestOneBit(end - start - 1);
        if (start + old <= middle) {
            subproof(old, start, middle, known, hashes);
            hashes.add(range(middle, end));
        } else {
            subproof(start + old - middle, middle, end, false, hashes);
            hashes.add(range(start, middle));
        }
    }

    /// The hash over a range that is a subtree: full and aligned, or reaching to the end of the tree.
    private Digest range(int start, int end) {
        int height = Integer.SIZE - Integer.numberOfLeadingZeros(end - start - 1);
        return hash(height, start >> height);
    }

    private Digest hash(int height, int index) {
        return Digest.ofBytes(levels.get(height), index * LENGTH);
    }
}
