package dev.waybill.view.draw;

import dev.waybill.view.draw.Lanes.Lane;
import dev.waybill.view.draw.Structure.Wire;
import dev.waybill.view.text.Style;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One workflow drawn as rows with lanes on their left, in the manner of `git log --graph`, but from
/// the first step down: one row per step, a fork below its step, a join above its step.
/// A wire for which no lane is free is told in words on both of its rows.
final class LaneDrawing {

    /// A line of the drawing: a step's row (its number), or a connection (-1), or a note (with a text).
    record Row(LaneLine line, int node, @Nullable String note) {}

    /// How to draw: the most lanes, air between rows, box characters or plain ones.
    record Manner(int mostLanes, boolean roomy, boolean unicode) {}

    /// What only the owner of the drawing knows about a step.
    interface Words {

        /// Remarks below the step's row.
        List<String> notes(int node);

        /// True for a stand-in for steps that are not drawn.
        boolean isGap(int node);
    }

    private final LaneWires wires;
    private final List<Graph.Node> nodes;
    private final Words words;
    private final Manner manner;
    private final Lanes lanes;
    private final List<Row> rows = new ArrayList<>();
    private int lastLane = -1;

    LaneDrawing(Graph graph, Layout layout, Manner manner, Words words) {
        this.wires = new LaneWires(layout);
        this.nodes = graph.nodes();
        this.words = words;
        this.manner = manner;
        this.lanes = new Lanes(manner.mostLanes());
    }

    List<Row> rows() {
        for (int node : wires.rows()) {
            draw(node);
        }
        return rows;
    }

    private void draw(int node) {
        boolean follows = lanes.leadingTo(node) >= 0;
        int lane = arrive(node);
        // Without a line between them two unrelated steps would look like a sequence.
        if (lane == lastLane && (manner.roomy() || !follows)) {
            addOpenLanes(lanes.snapshot(), null);
        }
        stepRow(node, lane);
        leave(node, lane);
    }

    /// The lane a step stands in; lanes that meet there are joined first. When all are taken, a step
    /// without a lane stands right of them, where no line may stay.
    private int arrive(int node) {
        int lane = lanes.leadingTo(node);
        if (lane < 0) {
            int free = lanes.freeNear(0);
            return free < 0 ? manner.mostLanes() : free;
        }
        boolean[] joined = new boolean[lanes.width()];
        for (int at = 0; at < joined.length; at++) {
            joined[at] = lanes.leadsTo(at, node);
        }
        if (count(joined) > 1) {
            joinRow(joined, lane);
        }
        return lane;
    }

    private void joinRow(boolean[] joined, int lane) {
        LaneLine line = new LaneLine(joined.length);
        boolean dashed = true;
        for (int at = 0; at < joined.length; at++) {
            Lane open = lanes.get(at);
            if (open != null && joined[at] && at != lane) {
                line.up(at, open.dashed());
                dashed &= open.dashed();
            } else {
                pass(line, at, open);
            }
        }
        line.join(joined, dashed, Style.DIM);
        addConnection(line);
        for (int at = joined.length - 1; at > lane; at--) {
            if (joined[at]) {
                lanes.set(at, null);
            }
        }
    }

    /// The row of the step itself, with the cycles that start or close here.
    private void stepRow(int node, int lane) {
        lanes.set(lane, new Lane(node, false, false));
        int room = wires.down(node).size();
        int back = wires.isReturnedTo(node) ? lanes.freeBeside(Math.max(0, room - 1)) : -1;
        LaneLine line = new LaneLine(Math.max(lanes.width(), back + 1));
        for (int at = 0; at < lanes.width(); at++) {
            if (at != lane) {
                pass(line, at, lanes.get(at));
            }
        }
        if (back >= 0) {
            lanes.set(back, new Lane(node, true, true));
            line.down(back, true);
            returnWire(line, lane, back);
            line.pointAt(lane, manner.unicode() ? '◀' : '<', Style.BAD);
        }
        wires.returns(node).forEach(target -> closeReturn(node, lane, target, line));
        Mark mark = nodes.get(node).mark();
        if (words.isGap(node)) {
            line.sign(lane, manner.unicode() ? '⋮' : ':', Style.DIM);
        } else {
            line.sign(lane, mark.sign(manner.unicode()), mark.style());
        }
        rows.add(new Row(line, node, null));
    }

    private void closeReturn(int node, int lane, int target, LaneLine line) {
        int back = lanes.returningTo(target);
        if (back < 0) {
            return;
        }
        if (wires.isLastReturn(node, target)) {
            line.clear(back);
            line.up(back, true);
            lanes.set(back, null);
        }
        returnWire(line, lane, back);
    }

    private static void returnWire(LaneLine line, int lane, int back) {
        boolean[] joined = new boolean[Math.max(lane, back) + 1];
        joined[lane] = true;
        joined[back] = true;
        line.paint(back, Style.BAD);
        line.join(joined, true, Style.BAD);
    }

    /// Gives every wire a lane, then draws the notes and the fork.
    private void leave(int node, int lane) {
        List<Wire> down = wires.down(node);
        boolean dashed = down.stream().allMatch(Wire::dashed);
        lanes.set(lane, down.isEmpty() ? null : new Lane(node, dashed, false));
        List<@Nullable Lane> before = lanes.snapshot();
        Wire onward = lane < manner.mostLanes() ? onward(down) : null;
        lanes.set(lane, onward == null ? null : new Lane(onward.to(), onward.dashed(), false));
        boolean[] joined = new boolean[manner.mostLanes() + 1];
        joined[lane] = true;
        for (Wire wire : down) {
            if (!wire.equals(onward)) {
                route(wire, lane, joined);
            }
        }
        if (onward == null && count(joined) == 1 && lane < before.size()) {
            before.set(lane, null);
        }
        for (String note : notes(node)) {
            addOpenLanes(before, note);
        }
        lastLane = lane;
        if (count(joined) > 1) {
            forkRow(before, lane, joined, dashed);
        }
    }

    /// The wire that goes straight on. The only one always may; of several, one that opens a new way.
    private @Nullable Wire onward(List<Wire> down) {
        if (down.size() == 1) {
            return down.getFirst();
        }
        return down.stream()
                .filter(wire -> lanes.leadingTo(wire.to()) < 0)
                .findFirst()
                .orElse(null);
    }

    private void route(Wire wire, int lane, boolean[] joined) {
        int to = lanes.leadingTo(wire.to());
        if (to < 0 || to == lane) {
            to = lanes.freeNear(lane);
        }
        if (to < 0) {
            wires.tellInWords(wire);
            return;
        }
        if (lanes.get(to) == null) {
            lanes.set(to, new Lane(wire.to(), wire.dashed(), false));
        }
        joined[to] = true;
    }

    private void forkRow(List<@Nullable Lane> before, int lane, boolean[] joined, boolean dashed) {
        int width = Math.max(Math.max(before.size(), lanes.width()), lane + 1);
        LaneLine line = new LaneLine(width);
        for (int at = 0; at < width; at++) {
            Lane was = at < before.size() ? before.get(at) : null;
            Lane is = lanes.get(at);
            if (at == lane) {
                line.up(at, dashed);
            } else if (was != null) {
                pass(line, at, was);
            }
            if (is != null && (was == null || at == lane)) {
                line.down(at, is.dashed());
            }
        }
        line.join(Arrays.copyOf(joined, width), dashed, Style.DIM);
        addConnection(line);
    }

    private List<String> notes(int node) {
        List<String> all = new ArrayList<>(words.notes(node));
        String arrow = manner.unicode() ? "→" : "->";
        String arrowBack = manner.unicode() ? "←" : "<-";
        addNames(all, arrow + " also leads to ", wires.toldTargets(node));
        addNames(all, arrowBack + " also follows ", wires.toldSources(node));
        return all;
    }

    private void addNames(List<String> all, String start, List<Integer> others) {
        if (!others.isEmpty()) {
            all.add(start
                    + String.join(
                            ", ",
                            others.stream()
                                    .map(other -> nodes.get(other).label())
                                    .toList()));
        }
    }

    private void addOpenLanes(List<@Nullable Lane> open, @Nullable String note) {
        LaneLine line = new LaneLine(open.size());
        for (int at = 0; at < open.size(); at++) {
            pass(line, at, open.get(at));
        }
        rows.add(new Row(line, -1, note));
    }

    private void addConnection(LaneLine line) {
        rows.add(new Row(line, -1, null));
        lastLane = -1;
    }

    private static void pass(LaneLine line, int at, @Nullable Lane lane) {
        if (lane != null) {
            line.through(at, lane.dashed());
            if (lane.returning()) {
                line.paint(at, Style.BAD);
            }
        }
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }
}
