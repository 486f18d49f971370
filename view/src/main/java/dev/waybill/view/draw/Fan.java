package dev.waybill.view.draw;

import dev.waybill.view.draw.Structure.Wire;
import java.util.List;
import java.util.function.ToIntFunction;

/// For each step the wires at one of its ends, in the order of the wires: two arrays, no objects.
final class Fan {

    private final int[] start;
    private final int[] wires;

    private Fan(int[] start, int[] wires) {
        this.start = start;
        this.wires = wires;
    }

    /// The wires that leave each step.
    static Fan out(int nodes, List<Wire> wires) {
        return of(nodes, wires, Wire::from);
    }

    /// The wires that reach each step.
    static Fan in(int nodes, List<Wire> wires) {
        return of(nodes, wires, Wire::to);
    }

    private static Fan of(int nodes, List<Wire> list, ToIntFunction<Wire> end) {
        int[] start = new int[nodes + 1];
        list.forEach(wire -> start[end.applyAsInt(wire) + 1]++);
        for (int node = 0; node < nodes; node++) {
            start[node + 1] += start[node];
        }
        int[] filled = start.clone();
        int[] wires = new int[list.size()];
        for (int i = 0; i < wires.length; i++) {
            wires[filled[end.applyAsInt(list.get(i))]++] = i;
        }
        return new Fan(start, wires);
    }

    int size() {
        return start.length - 1;
    }

    int start(int node) {
        return start[node];
    }

    int end(int node) {
        return start[node + 1];
    }

    int wire(int at) {
        return wires[at];
    }
}
