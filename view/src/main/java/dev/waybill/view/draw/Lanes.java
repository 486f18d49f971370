package dev.waybill.view.draw;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The vertical lines that are open between two rows; each leads to exactly one step.
/// Wires to the same step may share a lane, and that stays true to the graph: whatever enters a lane
/// arrives at its step.
final class Lanes {

    /// An open line. A returning one runs beside the others from a cycle's start down to its end.
    record Lane(int target, boolean dashed, boolean returning) {}

    private final List<@Nullable Lane> lanes = new ArrayList<>();
    private final int most;

    Lanes(int most) {
        this.most = most;
    }

    int width() {
        return lanes.size();
    }

    @Nullable
    Lane get(int at) {
        return at < lanes.size() ? lanes.get(at) : null;
    }

    void set(int at, @Nullable Lane lane) {
        while (lanes.size() <= at) {
            lanes.add(null);
        }
        lanes.set(at, lane);
        while (!lanes.isEmpty() && lanes.getLast() == null) {
            lanes.removeLast();
        }
    }

    /// The lanes as they are now.
    List<@Nullable Lane> snapshot() {
        return new ArrayList<>(lanes);
    }

    /// The leftmost lane that leads to a step, or -1.
    int leadingTo(int target) {
        return find(target, false);
    }

    /// The lane that runs beside a cycle which returns to a step, or -1.
    int returningTo(int target) {
        return find(target, true);
    }

    boolean leadsTo(int at, int target) {
        Lane lane = get(at);
        return lane != null && lane.target() == target && !lane.returning();
    }

    /// The free place nearest to a lane, to its right when both sides are as near; -1 when full.
    int freeNear(int near) {
        for (int distance = 0; distance <= most; distance++) {
            if (near + distance < most && get(near + distance) == null) {
                return near + distance;
            }
            if (near - distance >= 0 && near - distance < most && get(near - distance) == null) {
                return near - distance;
            }
        }
        return -1;
    }

    /// A free place right of everything else, with some room left in between; -1 when full.
    int freeBeside(int room) {
        int place = Math.min(lanes.size() + room, most - 1);
        return place >= lanes.size() ? place : -1;
    }

    private int find(int target, boolean returning) {
        for (int at = 0; at < lanes.size(); at++) {
            Lane lane = lanes.get(at);
            if (lane != null && lane.target() == target && lane.returning() == returning) {
                return at;
            }
        }
        return -1;
    }
}
