package dev.waybill.evidence.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Edges from child to parent between rows, in a few bytes each: a graph may have millions.
final class Edges {

    private int[] children = new int[16];
    private int[] parents = new int[16];
    private int size;

    void add(int child, int parent) {
        if (size == children.length) {
            children = Arrays.copyOf(children, 2 * size);
            parents = Arrays.copyOf(parents, 2 * size);
        }
        children[size] = child;
        parents[size++] = parent;
    }

    int size() {
        return size;
    }

    int child(int edge) {
        return children[edge];
    }

    int parent(int edge) {
        return parents[edge];
    }

    /// Every row that an edge touches, ascending.
    int[] rows() {
        int[] rows = Arrays.copyOf(children, 2 * size);
        System.arraycopy(parents, 0, rows, size, size);
        Arrays.sort(rows);
        return Arrays.stream(rows).distinct().toArray();
    }

    /// One closed way for each knot of the graph, as rows from a child to its parent and on; the first comes again at
    /// the end. An edge from a row to itself makes none.
    List<int[]> cycles() {
        int[] rows = rows();
        int[][] parentsOf = adjacency(rows);
        List<int[]> cycles = new ArrayList<>();
        for (int[] knot : Knots.of(parentsOf)) {
            cycles.add(Arrays.stream(Knots.way(knot, parentsOf))
                    .map(node -> rows[node])
                    .toArray());
        }
        return cycles;
    }

    /// The parents of each row, by its position among the rows.
    private int[][] adjacency(int[] rows) {
        int[] counts = new int[rows.length];
        for (int edge = 0; edge < size; edge++) {
            counts[Arrays.binarySearch(rows, children[edge])]++;
        }
        int[][] parentsOf = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            parentsOf[i] = new int[counts[i]];
        }
        for (int edge = 0; edge < size; edge++) {
            int child = Arrays.binarySearch(rows, children[edge]);
            parentsOf[child][--counts[child]] = Arrays.binarySearch(rows, parents[edge]);
        }
        return parentsOf;
    }
}
