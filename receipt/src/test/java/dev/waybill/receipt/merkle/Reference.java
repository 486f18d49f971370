package dev.waybill.receipt.merkle;

import dev.waybill.base.Digest;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// RFC 9162's definitions, word for word and slow, to compare with.
final class Reference {

    private Reference() {}

    static Digest root(List<Digest> leaves) {
        if (leaves.size() == 1) {
            return hash(0, leaves.getFirst());
        }
        int middle = middle(leaves.size());
        return hash(1, root(leaves.subList(0, middle)), root(leaves.subList(middle, leaves.size())));
    }

    static List<Digest> path(int index, List<Digest> leaves) {
        if (leaves.size() == 1) {
            return List.of();
        }
        int middle = middle(leaves.size());
        List<Digest> left = leaves.subList(0, middle);
        List<Digest> right = leaves.subList(middle, leaves.size());
        return index < middle ? and(path(index, left), root(right)) : and(path(index - middle, right), root(left));
    }

    static List<Digest> proof(int old, List<Digest> leaves) {
        return subproof(old, leaves, true);
    }

    private static List<Digest> subproof(int old, List<Digest> leaves, boolean known) {
        if (old == leaves.size()) {
            return known ? List.of() : List.of(root(leaves));
        }
        int middle = middle(leaves.size());
        List<Digest> left = leaves.subList(0, middle);
        List<Digest> right = leaves.subList(middle, leaves.size());
        return old <= middle
                ? and(subproof(old, left, known), root(right))
                : and(subproof(old - middle, right, false), root(left));
    }

    private static int middle(int size) {
        int power = 1;
        while (power * 2 < size) {
            power *= 2;
        }
        return power;
    }

    private static List<Digest> and(List<Digest> hashes, Digest last) {
        List<Digest> longer = new ArrayList<>(hashes);
        longer.add(last);
        return longer;
    }

    private static Digest hash(int prefix, Digest... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(prefix);
        for (Digest part : parts) {
            bytes.writeBytes(part.toBytes());
        }
        return Digest.of(bytes.toByteArray());
    }

    static List<Digest> digests(Random random, int count) {
        List<Digest> digests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            digests.add(digest(random));
        }
        return digests;
    }

    static Digest digest(Random random) {
        byte[] bytes = new byte[Digest.LENGTH];
        random.nextBytes(bytes);
        return Digest.ofBytes(bytes);
    }

    static Digest flip(Digest digest, int bit) {
        byte[] bytes = digest.toBytes();
        bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        return Digest.ofBytes(bytes);
    }
}
