package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.util.Arrays;

/// The right edge of a growing tree: its root at any time, in memory that grows with the logarithm of
/// its size. For streams that are too long to keep. Used by one thread at a time.
///
/// It takes digests in tree order. A set's root needs them sorted: see [SortedReceiptSet].
public final class MerkleFrontier {

    private static final int LENGTH = TreeHasher.LENGTH;
    private static final int MOST_PEAKS = 63;

    private final TreeHasher hasher = new TreeHasher();

    /// The roots of the full subtrees, the largest first: one for each bit that is set in the size. One
    /// more place is for the leaf on its way in.
    private final byte[] peaks = new byte[(MOST_PEAKS + 1) * LENGTH];

    private int height;
    private long size;

    public void append(Digest digest) {
        byte[] bytes = new byte[LENGTH];
        digest.copyTo(bytes, 0);
        append(bytes, 0);
    }

    /// Appends digests that lie side by side, 32 bytes each, from an offset on.
    public void appendFlat(byte[] digests, int offset, int count) {
        for (int i = 0; i < count; i++) {
            append(digests, offset + i * LENGTH);
        }
    }

    private void append(byte[] digests, int offset) {
        hasher.leaf(digests, offset, peaks, height * LENGTH);
        height++;
        // Each bit that carries joins two equal subtrees.
        for (long carry = size; (carry & 1) == 1; carry >>= 1) {
            height--;
            hasher.node(peaks, (height - 1) * LENGTH, peaks, (height - 1) * LENGTH);
        }
        size++;
    }

    public long size() {
        return size;
    }

    /// The root over everything appended so far; more can be appended afterwards.
    /// @throws MerkleException when nothing was appended
    public Digest root() {
        if (size == 0) {
            throw new MerkleException(MerkleCode.EMPTY_INPUT, "expected at least one receipt digest, found none");
        }
        byte[] row = Arrays.copyOf(peaks, height * LENGTH);
        for (int last = height - 1; last > 0; last--) {
            hasher.node(row, (last - 1) * LENGTH, row, (last - 1) * LENGTH);
        }
        return Digest.ofBytes(row, 0);
    }
}
