package dev.waybill.evidence.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The parts of a graph in which every node leads back to itself: strongly connected components of two nodes or more,
/// by Tarjan's algorithm. With a stack of its own instead of recursion, as chains may be a million records long.
final class Knots {

    private final int[][] next;
    private final int[] order;
    private final int[] low;
    private final int[] position;
    private final boolean[] waiting;
    private final ArrayDeque<Integer> way = new ArrayDeque<>();
    private final ArrayDeque<Integer> open = new ArrayDeque<>();
    private final List<int[]> knots = new ArrayList<>();
    private int visited;

    private Knots(int[][] next) {
        this.next = next;
        order = new int[next.length];
        low = new int[next.length];
        position = new int[next.length];
        waiting = new boolean[next.length];
    }

    /// @param next where each node leads
    static List<int[]> of(int[][] next) {
        Knots search = new Knots(next);
        for (int node = 0; node < next.length; node++) {
            if (search.order[node] == 0) {
                search.visit(node);
            }
        }
        return search.knots;
    }

    private void visit(int start) {
        enter(start);
        while (!way.isEmpty()) {
            int node = way.getLast();
            if (position[node] < next[node].length) {
                int neighbour = next[node][position[node]++];
                if (order[neighbour] == 0) {
                    enter(neighbour);
                } else if (waiting[neighbour]) {
                    low[node] = Math.min(low[node], order[neighbour]);
                }
            } else {
                leave(node);
            }
        }
    }

    private void enter(int node) {
        order[node] = low[node] = ++visited;
        waiting[node] = true;
        way.addLast(node);
        open.addLast(node);
    }

    private void leave(int node) {
        way.removeLast();
        if (!way.isEmpty()) {
            int before = way.getLast();
            low[before] = Math.min(low[before], low[node]);
        }
        if (low[node] == order[node]) {
            close(node);
        }
    }

    private void close(int root) {
        List<Integer> members = new ArrayList<>();
        int node;
        do {
            node = open.removeLast();
            waiting[node] = false;
            members.add(node);
        } while (node != root);
        if (members.size() > 1) {
            knots.add(members.stream().mapToInt(Integer::intValue).sorted().toArray());
        }
    }

    /// The shortest way from a knot's first node back to it.
    static int[] way(int[] knot, int[][] next) {
        int[] before = new int[knot.length];
        Arrays.fill(before, -1);
        ArrayDeque<Integer> ahead = new ArrayDeque<>();
        ahead.add(0);
        while (true) {
            int node = ahead.remove();
            for (int neighbour : next[knot[node]]) {
                int place = Arrays.binarySearch(knot, neighbour);
                if (place == 0 && node != 0) {
                    return back(knot, before, node);
                }
                if (place > 0 && before[place] < 0) {
                    before[place] = node;
                    ahead.add(place);
                }
            }
        }
    }

    private static int[] back(int[] knot, int[] before, int last) {
        ArrayDeque<Integer> nodes = new ArrayDeque<>();
        nodes.addFirst(knot[0]);
        for (int node = last; node != 0; node = before[node]) {
            nodes.addFirst(knot[node]);
        }
        nodes.addFirst(knot[0]);
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }
}
