package dev.waybill.view.draw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Where the items of a layout stand on paper.
/// Each pass moves a layer's items as near to the mean of their neighbours as the distances allow:
/// least squares with minimum distances, solved exactly by pooling neighbours that push each other.
final class Placement {

    static final double BOX_HEIGHT = 54;
    static final double LAYER_HEIGHT = 96;

    private static final double GAP = 24;
    private static final double BEND_WIDTH = 2;
    private static final int PASSES = 10;

    private final Layout layout;
    private final double boxWidth;
    private final double[] x;
    private final List<List<Integer>> above = new ArrayList<>();
    private final List<List<Integer>> below = new ArrayList<>();

    Placement(Layout layout, double boxWidth) {
        this.layout = layout;
        this.boxWidth = boxWidth;
        this.x = new double[layout.items()];
        for (int item = 0; item < x.length; item++) {
            above.add(new ArrayList<>());
            below.add(new ArrayList<>());
        }
        for (int[] segment : layout.segments()) {
            below.get(segment[0]).add(segment[1]);
            above.get(segment[1]).add(segment[0]);
        }
        place();
    }

    /// The middle of an item.
    double x(int item) {
        return x[item];
    }

    /// The top of an item.
    double y(int item) {
        return layout.layerOf(item) * LAYER_HEIGHT;
    }

    double boxWidth() {
        return boxWidth;
    }

    double width() {
        double right = 0;
        for (int item = 0; item < x.length; item++) {
            right = Math.max(right, x[item] + widthOf(item) / 2);
        }
        return right;
    }

    double height() {
        return (layout.order().length - 1) * LAYER_HEIGHT + BOX_HEIGHT;
    }

    private void place() {
        for (int[] layer : layout.order()) {
            for (int at = 1; at < layer.length; at++) {
                x[layer[at]] = x[layer[at - 1]] + distance(layer[at - 1], layer[at]);
            }
        }
        for (int pass = 0; pass < PASSES; pass++) {
            pass(pass % 2 == 0);
        }
        if (drifts()) {
            centreLayers();
        }
        double left = Double.MAX_VALUE;
        for (int item = 0; item < x.length; item++) {
            left = Math.min(left, x[item] - widthOf(item) / 2);
        }
        for (int item = 0; item < x.length; item++) {
            x[item] -= left;
        }
    }

    /// True when layers wander sideways until the drawing is much wider than any of them.
    private boolean drifts() {
        double left = Double.MAX_VALUE;
        double right = -Double.MAX_VALUE;
        double widest = 0;
        for (int[] layer : layout.order()) {
            double first = x[layer[0]];
            double last = x[layer[layer.length - 1]];
            left = Math.min(left, first);
            right = Math.max(right, last);
            widest = Math.max(widest, last - first);
        }
        return right - left > 1.25 * (widest + boxWidth);
    }

    private void centreLayers() {
        for (int[] layer : layout.order()) {
            double middle = (x[layer[0]] + x[layer[layer.length - 1]]) / 2;
            for (int item : layer) {
                x[item] -= middle;
            }
        }
    }

    private void pass(boolean down) {
        int[][] order = layout.order();
        for (int i = 0; i < order.length; i++) {
            int[] layer = order[down ? i : order.length - 1 - i];
            double[] wish = new double[layer.length];
            for (int at = 0; at < layer.length; at++) {
                wish[at] = wish(layer[at], down);
            }
            double[] solved = spread(wish, layer);
            for (int at = 0; at < layer.length; at++) {
                x[layer[at]] = solved[at];
            }
        }
    }

    private double wish(int item, boolean down) {
        List<Integer> neighbours = down ? above.get(item) : below.get(item);
        return neighbours.stream().mapToDouble(other -> x[other]).average().orElse(x[item]);
    }

    /// Pool adjacent violators: blocks of items that touch move together to the mean of their wishes.
    private double[] spread(double[] wish, int[] layer) {
        double[] offset = new double[wish.length];
        for (int at = 1; at < wish.length; at++) {
            offset[at] = offset[at - 1] + distance(layer[at - 1], layer[at]);
        }
        double[] mean = new double[wish.length];
        int[] size = new int[wish.length];
        int blocks = 0;
        for (int at = 0; at < wish.length; at++) {
            mean[blocks] = wish[at] - offset[at];
            size[blocks++] = 1;
            while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
                int total = size[blocks - 2] + size[blocks - 1];
                mean[blocks - 2] = (mean[blocks - 2] * size[blocks - 2] + mean[blocks - 1] * size[blocks - 1]) / total;
                size[blocks - 2] = total;
                blocks--;
            }
        }
        double[] solved = new double[wish.length];
        int at = 0;
        for (int block = 0; block < blocks; block++) {
            int end = at + size[block];
            Arrays.fill(solved, at, end, mean[block]);
            at = end;
        }
        Arrays.setAll(solved, i -> solved[i] + offset[i]);
        return solved;
    }

    private double distance(int left, int right) {
        return (widthOf(left) + widthOf(right)) / 2 + GAP;
    }

    private double widthOf(int item) {
        return layout.isBend(item) ? BEND_WIDTH : boxWidth;
    }
}
