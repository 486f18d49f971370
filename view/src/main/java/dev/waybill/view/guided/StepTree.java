package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.GuidedState;
import dev.waybill.engine.guided.Rendering;
import dev.waybill.engine.guided.StepKey;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunReads;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What was acknowledged in a guided run, and what is pending, as a tree: an agent that goes back makes a branch.
///
/// A fork shows its own part only; what came before is its source's.
public final class StepTree {

    private final List<StepPlace> places;

    private StepTree(List<StepPlace> places) {
        this.places = places;
    }

    /// @param state of a guided run
    public static StepTree of(RunReads log, RunState state) {
        Lineage lineage = Objects.requireNonNull(state.lineage(), "a guided run");
        StepNotes notes = new StepNotes();
        new EventPages(log, state.header().runId()).forEachRemaining(notes::take);
        long own = state.header().origin() instanceof Origin.Fork fork ? fork.sequence() : 0;
        List<StepPlace> places = new ArrayList<>();
        for (Lineage.Place place : lineage.places().values()) {
            if (place.sequence() >= own) {
                places.add(place(lineage, place, notes));
            }
        }
        return new StepTree(places);
    }

    private static StepPlace place(Lineage lineage, Lineage.Place place, StepNotes notes) {
        Lineage.Place parent =
                place.parent() == null ? null : lineage.place(place.parent()).orElseThrow();
        GuidedState state = place.state();
        String title = place.children() > 0
                ? ""
                : Rendering.pending(lineage.workflow(), state)
                        .map(pending -> pending.title())
                        .orElse("");
        return new StepPlace(
                place.sequence(),
                place.parent(),
                parent == null ? null : key(parent.state()),
                notes.at(place.sequence()),
                state.isComplete() ? null : key(state),
                title,
                notes.blocked(place.sequence()),
                notes.checkpoint(place.sequence()),
                notes.time(place.sequence()),
                standing(lineage, place, parent));
    }

    private static StepKey key(GuidedState state) {
        return state.key().orElseThrow();
    }

    /// The newest place is where the run is. A branch that was left right after it began is superseded; a longer one
    /// stays open.
    private static StepPlace.Standing standing(Lineage lineage, Lineage.Place place, Lineage.@Nullable Place parent) {
        if (place.children() > 0) {
            return StepPlace.Standing.PASSED;
        }
        if (lineage.latest().filter(place::equals).isPresent()) {
            return StepPlace.Standing.PREFERRED;
        }
        return parent != null && parent.children() > 1 ? StepPlace.Standing.SUPERSEDED : StepPlace.Standing.OPEN;
    }

    /// How many steps were acknowledged, on all branches.
    int acknowledged() {
        return (int)
                places.stream().filter(place -> place.acknowledged() != null).count();
    }

    /// Where the branches end.
    List<StepPlace> tips() {
        return places.stream()
                .filter(place -> place.standing() != StepPlace.Standing.PASSED)
                .toList();
    }

    /// Every place, oldest first; each names the one that it came from.
    public JsonArray toJson() {
        List<JsonValue> all = new ArrayList<>();
        places.forEach(place -> all.add(place.toJson()));
        return new JsonArray(all);
    }

    /// @param indent stands in front of every line
    public void print(PrintStream out, Surface surface, String indent) {
        new StepTreeText(places, surface, out).print(indent);
    }
}
