package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.security.DigestException;
import java.security.MessageDigest;

/// The two hashes of RFC 6962, for one thread at a time. They differ in their first byte, so a node can
/// never pass for a leaf.
///
/// A tree of a million receipts takes two million hashes: nothing is allocated for any of them.
final class TreeHasher {

    static final int LENGTH = Digest.LENGTH;

    private final MessageDigest sha256 = Digest.newSha256();
    private final byte[] leaf = new byte[1 + LENGTH];
    private final byte[] node = new byte[1 + 2 * LENGTH];

    TreeHasher() {
        node[0] = 1;
    }

    /// Hashes the digest at an offset into the target, which may be the same place.
    void leaf(byte[] from, int at, byte[] to, int target) {
        System.arraycopy(from, at, leaf, 1, LENGTH);
        hash(leaf, to, target);
    }

    /// Hashes two adjacent hashes into the target, which may be the place of the left one.
    void node(byte[] pair, int at, byte[] to, int target) {
        System.arraycopy(pair, at, node, 1, 2 * LENGTH);
        hash(node, to, target);
    }

    /// Hashes a left and a right hash that lie apart.
    void node(byte[] left, byte[] right, byte[] to) {
        System.arraycopy(left, 0, node, 1, LENGTH);
        System.arraycopy(right, 0, node, 1 + LENGTH, LENGTH);
        hash(node, to, 0);
    }

    /// Folds a row of hashes in place, from an offset on, and puts their root into the target. An odd last
    /// hash moves up as it is, which gives RFC 6962's shape: the left half is the largest full tree.
    void fold(byte[] row, int at, int width, byte[] to, int target) {
        for (int left = width; left > 1; left = (left + 1) / 2) {
            int pairs = left / 2;
            for (int i = 0; i < pairs; i++) {
                node(row, at + 2 * i * LENGTH, row, at + i * LENGTH);
            }
            if (left % 2 == 1) {
                System.arraycopy(row, at + (left - 1) * LENGTH, row, at + pairs * LENGTH, LENGTH);
            }
        }
        System.arraycopy(row, at, to, target, LENGTH);
    }

    private void hash(byte[] input, byte[] to, int target) {
        try {
            sha256.update(input, 0, input.length);
            sha256.digest(to, target, LENGTH);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 writes 32 bytes", e);
        }
    }
}
