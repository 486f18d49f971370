package dev.waybill.view.draw;

import dev.waybill.view.draw.Structure.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The places of one workflow's steps: layer by layer from the top, few crossings, straight runs.
/// A wire that skips layers gets a bend in each of them, so that it passes between steps and not
/// behind them. Bends have item numbers after the steps'.
final class Layout {

    /// Beyond this many bends long wires are drawn straight: nobody could follow them anyway.
    private static final int MOST_BENDS = 4_000;

    private final Structure structure;
    private final Layers layers;
    private final List<int[]> routes = new ArrayList<>();
    private final int[][] order;
    private final int[] layerOfItem;

    Layout(Graph graph) {
        this.structure = Structure.of(graph);
        this.layers = Layers.of(structure);
        this.layerOfItem = route();
        this.order = new CrossingSweeps(layerOfItem, layers.count(), segments()).order();
    }

    Structure structure() {
        return structure;
    }

    Layers layers() {
        return layers;
    }

    /// The items of each layer, from left to right.
    int[][] order() {
        return order;
    }

    int layerOf(int item) {
        return layerOfItem[item];
    }

    int items() {
        return layerOfItem.length;
    }

    boolean isBend(int item) {
        return item >= structure.size();
    }

    /// The items a wire passes from top to bottom, ends included; just its ends when it closes a cycle.
    int[] route(int wire) {
        return routes.get(wire);
    }

    /// The steps in reading order: by layer, then from left to right.
    int[] rows() {
        return Arrays.stream(order)
                .flatMapToInt(Arrays::stream)
                .filter(item -> !isBend(item))
                .toArray();
    }

    private int[] route() {
        List<Integer> bendLayers = new ArrayList<>();
        for (int i = 0; i < structure.wires().size(); i++) {
            Wire wire = structure.wires().get(i);
            int bends = layers.closesCycle(i) ? 0 : layers.of(wire.to()) - layers.of(wire.from()) - 1;
            if (bendLayers.size() + bends > MOST_BENDS) {
                bends = 0;
            }
            int[] route = new int[bends + 2];
            route[0] = wire.from();
            route[bends + 1] = wire.to();
            for (int bend = 1; bend <= bends; bend++) {
                route[bend] = structure.size() + bendLayers.size();
                bendLayers.add(layers.of(wire.from()) + bend);
            }
            routes.add(route);
        }
        int[] result = new int[structure.size() + bendLayers.size()];
        for (int item = 0; item < result.length; item++) {
            result[item] = item < structure.size() ? layers.of(item) : bendLayers.get(item - structure.size());
        }
        return result;
    }

    /// The wires cut into pieces that join neighbouring layers.
    List<int[]> segments() {
        List<int[]> segments = new ArrayList<>();
        for (int i = 0; i < routes.size(); i++) {
            int[] route = routes.get(i);
            for (int at = 0; at + 1 < route.length && !layers.closesCycle(i); at++) {
                segments.add(new int[] {route[at], route[at + 1]});
            }
        }
        return segments;
    }
}
