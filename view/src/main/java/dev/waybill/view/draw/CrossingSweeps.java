package dev.waybill.view.draw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Orders the items inside each layer so that wires cross seldom.
/// Each sweep moves every item to the mean place of its neighbours in the layer before (barycentre).
/// The best order seen wins, and the given order wins ties, so a drawing without crossings keeps the
/// order of the receipts.
final class CrossingSweeps {

    private static final int SWEEPS = 6;

    private final int[][] layers;
    private final List<List<Integer>> above;
    private final List<List<Integer>> below;
    private final double[] place;

    CrossingSweeps(int[] layerOf, int count, List<int[]> segments) {
        this.layers = new int[count][];
        for (int layer = 0; layer < count; layer++) {
            layers[layer] = itemsOf(layerOf, layer);
        }
        this.above = lists(layerOf.length);
        this.below = lists(layerOf.length);
        for (int[] segment : segments) {
            below.get(segment[0]).add(segment[1]);
            above.get(segment[1]).add(segment[0]);
        }
        this.place = new double[layerOf.length];
    }

    int[][] order() {
        number();
        int[][] best = copy();
        long fewest = crossings();
        for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
            sweep(sweep % 2 == 0);
            long found = crossings();
            if (found < fewest) {
                fewest = found;
                best = copy();
            }
        }
        return best;
    }

    private void sweep(boolean down) {
        for (int i = 1; i < layers.length; i++) {
            int[] layer = layers[down ? i : layers.length - 1 - i];
            List<List<Integer>> neighbours = down ? above : below;
            double[] wish = new double[layer.length];
            for (int at = 0; at < layer.length; at++) {
                int own = at;
                wish[at] = neighbours.get(layer[at]).stream()
                        .mapToDouble(item -> place[item])
                        .average()
                        .orElse(own);
            }
            int[] before = layer.clone();
            Integer[] sorted = new Integer[layer.length];
            Arrays.setAll(sorted, at -> at);
            Arrays.sort(sorted, Comparator.comparingDouble(at -> wish[at]));
            Arrays.setAll(layer, at -> before[sorted[at]]);
            number(layer);
        }
    }

    private long crossings() {
        long crossings = 0;
        for (int[] layer : layers) {
            List<Integer> ends = new ArrayList<>();
            for (int item : layer) {
                below.get(item).stream()
                        .map(other -> (int) place[other])
                        .sorted()
                        .forEach(ends::add);
            }
            crossings += inversions(ends);
        }
        return crossings;
    }

    /// Pairs in the wrong order, counted with a Fenwick tree.
    private static long inversions(List<Integer> values) {
        int[] tree = new int[values.stream().mapToInt(value -> value).max().orElse(0) + 2];
        long inversions = 0;
        for (int seen = 0; seen < values.size(); seen++) {
            int notGreater = 0;
            for (int i = values.get(seen) + 1; i > 0; i -= i & -i) {
                notGreater += tree[i];
            }
            inversions += seen - notGreater;
            for (int i = values.get(seen) + 1; i < tree.length; i += i & -i) {
                tree[i]++;
            }
        }
        return inversions;
    }

    private void number() {
        for (int[] layer : layers) {
            number(layer);
        }
    }

    private void number(int[] layer) {
        for (int at = 0; at < layer.length; at++) {
            place[layer[at]] = at;
        }
    }

    private int[][] copy() {
        return Arrays.stream(layers).map(int[]::clone).toArray(int[][]::new);
    }

    private static int[] itemsOf(int[] layerOf, int layer) {
        return IntStream.range(0, layerOf.length)
                .filter(item -> layerOf[item] == layer)
                .toArray();
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> lists = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }
}
