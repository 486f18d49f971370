package dev.waybill.view.guided;

import dev.waybill.view.guided.PlaceView.Standing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What each place is to its tree. The newest place of a tree is where somebody would go on. A branch that was left
/// right after it began is superseded; a longer one stays open.
final class Standings {

    private final Map<PlaceId, PlaceView> all;
    private final Map<PlaceId, Integer> children = new LinkedHashMap<>();
    private final Map<PlaceId, PlaceId> roots = new LinkedHashMap<>();
    private final Map<PlaceId, PlaceView> newest = new LinkedHashMap<>();

    /// @param all parents before their children
    Standings(Map<PlaceId, PlaceView> all) {
        this.all = all;
        for (PlaceView place : all.values()) {
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
    private static PlaceView later(PlaceView one, PlaceView other) {
        return one.id().run().equals(other.id().run()) || !other.at().isBefore(one.at()) ? other : one;
    }

    /// A source that was pruned leaves its fork without a parent.
    private @Nullable PlaceId parent(PlaceView place) {
        return place.parent() != null && all.containsKey(place.parent()) ? place.parent() : null;
    }

    List<PlaceView> places() {
        return all.values().stream()
                .map(place -> {
                    PlaceId parent = parent(place);
                    PlaceView before = parent == null ? null : all.get(parent);
                    return place.within(before == null ? null : before.tokenHash(), standing(place, parent));
                })
                .toList();
    }

    private Standing standing(PlaceView place, @Nullable PlaceId parent) {
        if (children.containsKey(place.id())) {
            return Standing.PASSED;
        }
        PlaceView last = newest.get(roots.get(place.id()));
        if (last != null && last.id().equals(place.id())) {
            return Standing.PREFERRED;
        }
        return parent != null && children.getOrDefault(parent, 0) > 1 ? Standing.SUPERSEDED : Standing.OPEN;
    }
}
