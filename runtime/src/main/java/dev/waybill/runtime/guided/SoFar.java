package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.state.GuidedFold;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.EventLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was noted and set on the way to a place, for an agent that comes back to it without its memory.
///
/// @param context the variables as the place has them
/// @param notes of the steps before, oldest first
/// @param leftOut how many older notes are not shown
/// @param checkpoint what was written down in the middle of the pending step; null when nothing was
record SoFar(
        JsonObject context,
        List<Note> notes,
        int leftOut,
        @Nullable String checkpoint) {

    /// More than this nobody reads again.
    private static final int MOST_BYTES = 24 * 1024;

    /// How far back from the end of the log a checkpoint is looked for.
    private static final int TAIL = 100;

    record Note(String stepId, String markdown) {}

    SoFar {
        notes = List.copyOf(notes);
    }

    static SoFar read(EventLog log, RunState state, Lineage.Place place) {
        Deque<Note> notes = new ArrayDeque<>();
        int leftOut = 0;
        int bytes = 0;
        Lineage lineage = Objects.requireNonNull(state.lineage());
        for (Lineage.Place at = place;
                at.parent() != null;
                at = lineage.place(at.parent()).orElseThrow()) {
            Optional<Note> note = leftOut > 0 ? Optional.empty() : note(log, state, at);
            bytes += note.map(it -> it.markdown().getBytes(StandardCharsets.UTF_8).length)
                    .orElse(0);
            if (leftOut > 0 || bytes > MOST_BYTES) {
                leftOut++;
            } else {
                note.ifPresent(notes::addFirst);
            }
        }
        return new SoFar(place.state().context(), new ArrayList<>(notes), leftOut, checkpoint(log, state, place));
    }

    /// What was noted with the step that led to a place: its acknowledgement stands right before the place it made.
    static Optional<Note> note(EventLog log, RunState state, Lineage.Place place) {
        return log.events(state.header().runId(), Math.max(0, place.sequence() - 1), 1).stream()
                .map(event -> EventCodec.decode(state.header().runId(), event))
                .flatMap(event -> event.fact() instanceof NodeFact.NodeCompleted done
                        ? done.outputs().string("notesMarkdown").stream()
                                .map(text -> new Note(String.valueOf(event.nodeId()), text))
                        : null)
                .findFirst();
    }

    static @Nullable String checkpoint(EventLog log, RunState state, Lineage.Place place) {
        String newest = null;
        for (StoredEvent stored :
                log.events(state.header().runId(), Math.max(place.sequence() + 1, state.head() - TAIL), TAIL)) {
            Event event = EventCodec.decode(state.header().runId(), stored);
            String text = GuidedFold.checkpoint(event);
            if (text != null && Objects.equals(GuidedFold.from(event), place.sequence())) {
                newest = text;
            }
        }
        return newest;
    }

    JsonObject toJson() {
        List<JsonValue> all = new ArrayList<>();
        notes.forEach(note -> all.add(JsonObject.of("stepId", note.stepId()).with("notesMarkdown", note.markdown())));
        JsonObject.Builder json = JsonObject.builder().put("context", context).put("notes", new JsonArray(all));
        if (leftOut > 0) {
            json.put("earlierSteps", leftOut);
        }
        return json.putIfPresent("checkpointMarkdown", checkpoint).build();
    }

    /// The same in words.
    static void write(StringBuilder text, JsonObject soFar) {
        text.append("# What was done so far\n\nContext: ")
                .append(JsonWriter.compact(soFar.object("context").orElse(JsonObject.EMPTY)))
                .append("\n\n");
        if (soFar.has("earlierSteps")) {
            text.append("(The notes of %s earlier steps are left out.)\n\n".formatted(soFar.get("earlierSteps")));
        }
        for (JsonValue value : soFar.array("notes").orElse(JsonArray.EMPTY)) {
            JsonObject note = value.asObject().orElseThrow();
            text.append("Notes of %s: %s\n\n"
                    .formatted(
                            note.string("stepId").orElse(""),
                            note.string("notesMarkdown").orElse("").strip()));
        }
        soFar.string("checkpointMarkdown")
                .ifPresent(words -> text.append("Checkpoint in the pending step: %s\n\n".formatted(words.strip())));
    }
}
