package dev.waybill.evidence.canonical;

import dev.waybill.base.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Assay's tree over the lines of a trace: a node is the hash of its two halves, the last one of an odd row is paired
/// with itself. Leaves and nodes are not told apart, so the number of leaves must be checked beside the root.
public final class AssayMerkle {

    private AssayMerkle() {}

    public static Digest root(List<Digest> leaves) {
        if (leaves.isEmpty()) {
            return Digest.of("".getBytes(StandardCharsets.UTF_8));
        }
        List<Digest> row = leaves;
        while (row.size() > 1) {
            List<Digest> above = new ArrayList<>((row.size() + 1) / 2);
            for (int i = 0; i < row.size(); i += 2) {
                above.add(node(row.get(i), row.get(Math.min(i + 1, row.size() - 1))));
            }
            row = above;
        }
        return row.getFirst();
    }

    private static Digest node(Digest left, Digest right) {
        byte[] halves = new byte[2 * Digest.LENGTH];
        left.copyTo(halves, 0);
        right.copyTo(halves, Digest.LENGTH);
        return Digest.of(halves);
    }
}
