package dev.waybill.engine.state;

import dev.waybill.engine.guided.GuidedState;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pcollections.OrderedPSet;
import org.pcollections.TreePMap;

/// The places of a guided run, and which came from which. What holds at a place follows from the places before it on
/// its own branch, never from the log in front of it: a branch cannot change its sibling.
///
/// @param places by the sequence of the event that made them
/// @param agents who acknowledged steps, in the order of their first
public record Lineage(GuidedWorkflow workflow, TreePMap<Long, Place> places, OrderedPSet<String> agents) {

    /// One place: what a state token names.
    ///
    /// @param sequence of the event that made it
    /// @param eventId that event
    /// @param parent the place it came from; null for the first
    /// @param step the receipt step that led here: what is signed for the next step names it as its parent
    /// @param children how many places came from it
    public record Place(
            long sequence, String eventId, @Nullable Long parent, GuidedState state, String step, int children) {

        Place signedBy(String root) {
            return new Place(sequence, eventId, parent, state, root, children);
        }

        Place withChild() {
            return new Place(sequence, eventId, parent, state, step, children + 1);
        }
    }

    static Lineage of(GuidedWorkflow workflow) {
        return new Lineage(workflow, TreePMap.empty(), OrderedPSet.empty());
    }

    public Optional<Place> place(long sequence) {
        return Optional.ofNullable(places.get(sequence));
    }

    Lineage plus(Place place) {
        TreePMap<Long, Place> with = places;
        Place parent = place.parent() == null ? null : places.get(place.parent());
        if (parent != null) {
            with = with.plus(parent.sequence(), parent.withChild());
        }
        return new Lineage(workflow, with.plus(place.sequence(), place), agents);
    }

    Lineage actedBy(@Nullable String agent) {
        return agent == null ? this : new Lineage(workflow, places, agents.plus(agent));
    }

    /// In a fork, what was signed before the fork is signed for by the fork's root.
    Lineage signedBy(String root) {
        TreePMap<Long, Place> mapped = TreePMap.empty();
        for (Place place : places.values()) {
            mapped = mapped.plus(place.sequence(), place.signedBy(root));
        }
        return new Lineage(workflow, mapped, OrderedPSet.empty());
    }

    /// Where the run is for most purposes: the newest place.
    public Optional<Place> latest() {
        return places.values().stream().max(Comparator.comparingLong(Place::sequence));
    }
}
