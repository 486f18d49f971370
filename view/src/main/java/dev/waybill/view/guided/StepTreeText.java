package dev.waybill.view.guided;

import dev.waybill.view.run.StepMark;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Draws the steps of a guided run: a line for each acknowledgement with its notes, and one for where a branch ends.
final class StepTreeText {

    private static final int LEAST_NOTES = 20;
    private static final int CHECKPOINT = 40;

    private final Map<Long, List<StepPlace>> children = new LinkedHashMap<>();
    private final List<StepPlace> roots = new ArrayList<>();
    private final boolean branches;
    private final Surface surface;
    private final PrintStream out;

    StepTreeText(List<StepPlace> places, Surface surface, PrintStream out) {
        this.surface = surface;
        this.out = out;
        for (StepPlace place : places) {
            children.put(place.sequence(), new ArrayList<>());
            List<StepPlace> siblings = place.parent() == null ? null : children.get(place.parent());
            (siblings == null ? roots : siblings).add(place);
        }
        this.branches = children.values().stream().filter(List::isEmpty).count() > 1;
    }

    void print(String indent) {
        below(roots, indent);
    }

    private void below(List<StepPlace> places, String indent) {
        if (places.size() == 1) {
            chain(places.getFirst(), indent, indent);
            return;
        }
        for (StepPlace place : places) {
            boolean last = place.equals(places.getLast());
            chain(
                    place,
                    indent + (surface.unicode() ? (last ? "└─ " : "├─ ") : (last ? "`- " : "|- ")),
                    indent + (last ? "   " : surface.unicode() ? "│  " : "|  "));
        }
    }

    /// Goes on without branching as far as possible: a long run is deep, its tree is not.
    private void chain(StepPlace first, String firstIndent, String indent) {
        StepPlace place = first;
        String before = firstIndent;
        while (true) {
            if (place.acknowledged() != null) {
                out.println(before + done(place, surface.width() - TextWidth.of(before)));
                before = indent;
            }
            List<StepPlace> next = children.getOrDefault(place.sequence(), List.of());
            if (next.isEmpty()) {
                out.println(before + end(place));
                return;
            }
            if (next.size() > 1) {
                below(next, indent);
                return;
            }
            place = next.getFirst();
        }
    }

    private String done(StepPlace place, int width) {
        String step = SafeText.of(StepPlace.name(Objects.requireNonNull(place.acknowledged())));
        int room = Math.max(LEAST_NOTES, width - TextWidth.of(step) - 4);
        String notes = TextWidth.fit(SafeText.of(place.notes()), room);
        return StepMark.DONE.sign(surface) + " " + step
                + (notes.isEmpty() ? "" : "  " + surface.ansi().paint(Style.DIM, notes));
    }

    private String end(StepPlace place) {
        String standing = branches
                ? "  " + surface.ansi().paint(style(place), place.standing().wire())
                : "";
        if (place.pending() == null) {
            return StepMark.DONE.sign(surface) + " complete" + standing;
        }
        String blocked = place.blocked() == 0 ? "" : ", " + Count.of(place.blocked(), "blocked attempt");
        return StepMark.STARTED.sign(surface) + " " + SafeText.of(StepPlace.name(place.pending())) + "  pending: "
                + SafeText.of(place.title()) + blocked + checkpoint(place) + standing;
    }

    private static String checkpoint(StepPlace place) {
        String text = place.checkpoint();
        if (text == null) {
            return "";
        }
        return text.isEmpty() ? ", checkpoint" : ", checkpoint: " + TextWidth.fit(SafeText.of(text), CHECKPOINT);
    }

    private static Style style(StepPlace place) {
        return place.standing() == StepPlace.Standing.PREFERRED ? Style.GOOD : Style.DIM;
    }
}
