package dev.waybill.view.guided;

import dev.waybill.view.run.StepMark;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.TextWidth;
import java.io.PrintStream;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Draws the steps of a guided run: a line for each acknowledgement with its notes and its time, and one for where a
/// branch ends.
final class LineageText {

    private static final int LEAST_NOTES = 20;
    private static final int CHECKPOINT = 40;

    private final Map<PlaceId, List<PlaceView>> children = new LinkedHashMap<>();
    private final List<PlaceView> roots = new ArrayList<>();
    private final boolean branches;
    private final Surface surface;
    private final PrintStream out;

    /// @param branches whether there are several, so that each end says what it is
    LineageText(List<PlaceView> places, boolean branches, Surface surface, PrintStream out) {
        this.surface = surface;
        this.out = out;
        this.branches = branches;
        for (PlaceView place : places) {
            children.put(place.id(), new ArrayList<>());
            List<PlaceView> siblings = place.parent() == null ? null : children.get(place.parent());
            (siblings == null ? roots : siblings).add(place);
        }
    }

    void print(String indent) {
        below(roots, indent);
    }

    private void below(List<PlaceView> places, String indent) {
        if (places.size() == 1) {
            chain(places.getFirst(), indent, indent);
            return;
        }
        for (PlaceView place : places) {
            boolean last = place.id().equals(places.getLast().id());
            chain(
                    place,
                    indent + (surface.unicode() ? (last ? "└─ " : "├─ ") : (last ? "`- " : "|- ")),
                    indent + (last ? "   " : surface.unicode() ? "│  " : "|  "));
        }
    }

    /// Goes on without branching as far as possible: a long run is deep, its tree is not.
    private void chain(PlaceView first, String firstIndent, String indent) {
        PlaceView place = first;
        String before = firstIndent;
        while (true) {
            if (place.acknowledged() != null) {
                out.println(before + done(place, surface.width() - TextWidth.of(before)));
                before = indent;
            }
            List<PlaceView> next = children.getOrDefault(place.id(), List.of());
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

    private String done(PlaceView place, int width) {
        String step = SafeText.of(PlaceView.name(Objects.requireNonNull(place.acknowledged())));
        String time = place.at().truncatedTo(ChronoUnit.SECONDS).toString();
        int room = Math.max(LEAST_NOTES, width - TextWidth.of(step) - time.length() - 6);
        String notes = TextWidth.fit(SafeText.of(firstLine(place.brought().notes())), room);
        return StepMark.DONE.sign(surface) + " " + step + "  "
                + surface.ansi().paint(Style.DIM, (notes.isEmpty() ? "" : notes + "  ") + time);
    }

    private String end(PlaceView place) {
        if (place.standing() == PlaceView.Standing.PASSED) {
            return StepMark.HANDED_OVER.sign(surface) + " goes on in a fork of this run";
        }
        String standing = branches
                ? "  " + surface.ansi().paint(style(place), place.standing().wire())
                : "";
        if (place.pending() == null) {
            return StepMark.DONE.sign(surface) + " complete" + standing;
        }
        int attempts = place.blocked().size();
        String blocked = attempts == 0 ? "" : ", " + Count.of(attempts, "blocked attempt");
        return StepMark.STARTED.sign(surface) + " " + SafeText.of(PlaceView.name(Objects.requireNonNull(place.key())))
                + "  pending: " + SafeText.of(place.pending().title()) + blocked + checkpoint(place) + standing;
    }

    private static String checkpoint(PlaceView place) {
        if (place.checkpoints().isEmpty()) {
            return "";
        }
        String text = firstLine(place.checkpoints().getLast().notes());
        return text.isEmpty() ? ", checkpoint" : ", checkpoint: " + TextWidth.fit(SafeText.of(text), CHECKPOINT);
    }

    private static String firstLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static Style style(PlaceView place) {
        return place.standing() == PlaceView.Standing.PREFERRED ? Style.GOOD : Style.DIM;
    }
}
