package dev.waybill.view.guided;

import dev.waybill.view.guided.PlaceView.Standing;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What each place is to its tree. The newest place of a tree is where somebody would go on. A branch that was left
/// right after it began is superseded; a longer one stays open.
final class Standings {

    private final Map<PlaceId, ? extends Placed> all;
    private final Map<PlaceId, Integer> children = new LinkedHashMap<>();
    private final Map<PlaceId, PlaceId> roots = new LinkedHashMap<>();
    private final Map<PlaceId, Placed> newest = new LinkedHashMap<>();

    /// @param all parents before their children
    Standings(Map<PlaceId, ? extends Placed> all) {
        this.all = all;
        for (Placed place : all.values()) {
            PlaceId parent = parent(place);
            if (parent != null) {
                children.merge(parent, 1, Integer::sum);
            }
            PlaceId root = parent == null ? place.id() : roots.getOrDefault(parent, parent);
            roots.put(place.id(), root);
            newest.merge(root, place, Standings::later);
        }
    }

    /// In one run the log says what came later, between runs the clock.
    private static Placed later(Placed one, Placed other) {
        return one.id().run().equals(other.id().run()) || !other.at().isBefore(one.at()) ? other : one;
    }

    /// A source that was pruned leaves its fork without a parent.
    @Nullable
    PlaceId parent(Placed place) {
        PlaceId parent = place.parent();
        return parent != null && all.containsKey(parent) ? parent : null;
    }

    Standing of(Placed place) {
        if (children.containsKey(place.id())) {
            return Standing.PASSED;
        }
        Placed last = newest.get(roots.get(place.id()));
        if (last != null && last.id().equals(place.id())) {
            return Standing.PREFERRED;
        }
        PlaceId parent = parent(place);
        return parent != null && children.getOrDefault(parent, 0) > 1 ? Standing.SUPERSEDED : Standing.OPEN;
    }
}
