package dev.waybill.view.draw;

import dev.waybill.view.draw.Structure.Wire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What a lane drawing asks about the wires of a layout, in the order of its rows.
final class LaneWires {

    private final Layers layers;
    private final List<Wire> wires;
    private final Fan out;
    private final Fan in;
    private final int[] rows;
    private final int[] rowOf;
    private final List<Wire> told = new ArrayList<>();

    LaneWires(Layout layout) {
        int size = layout.structure().size();
        this.layers = layout.layers();
        this.wires = layout.structure().wires();
        this.out = Fan.out(size, wires);
        this.in = Fan.in(size, wires);
        this.rows = layout.rows();
        this.rowOf = new int[size];
        for (int row = 0; row < rows.length; row++) {
            rowOf[rows[row]] = row;
        }
    }

    /// The steps in the order of their rows.
    int[] rows() {
        return rows.clone();
    }

    /// The wires that lead down from a step, nearest target first; two kinds of edge to one target are one.
    List<Wire> down(int node) {
        List<Wire> down = new ArrayList<>();
        for (int at = out.start(node); at < out.end(node); at++) {
            Wire wire = wires.get(out.wire(at));
            if (!layers.closesCycle(out.wire(at)) && down.stream().noneMatch(other -> other.to() == wire.to())) {
                down.add(wire);
            }
        }
        down.sort(Comparator.comparingInt(wire -> rowOf[wire.to()]));
        return down;
    }

    /// The steps further up to which a step leads back.
    List<Integer> returns(int node) {
        List<Integer> targets = new ArrayList<>();
        for (int at = out.start(node); at < out.end(node); at++) {
            if (layers.closesCycle(out.wire(at))) {
                targets.add(wires.get(out.wire(at)).to());
            }
        }
        return targets;
    }

    boolean isReturnedTo(int node) {
        return lastReturn(node) >= 0;
    }

    /// True when no step further down leads back to the target.
    boolean isLastReturn(int node, int target) {
        return rowOf[node] == lastReturn(target);
    }

    private int lastReturn(int target) {
        int last = -1;
        for (int at = in.start(target); at < in.end(target); at++) {
            if (layers.closesCycle(in.wire(at))) {
                last = Math.max(last, rowOf[wires.get(in.wire(at)).from()]);
            }
        }
        return last;
    }

    /// Remembers a wire that has no lane.
    void tellInWords(Wire wire) {
        told.add(wire);
    }

    List<Integer> toldTargets(int node) {
        return told.stream().filter(wire -> wire.from() == node).map(Wire::to).toList();
    }

    List<Integer> toldSources(int node) {
        return told.stream().filter(wire -> wire.to() == node).map(Wire::from).toList();
    }
}
