package dev.waybill.view.guided;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.guided.StepKey;
import dev.waybill.journal.event.Times;
import dev.waybill.view.run.Standing;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One place of a guided run, as people see it.
///
/// @param sequence the event that made it
/// @param parent the place it came from; null for the first
/// @param acknowledged the step whose acknowledgement led here; null for the first
/// @param notes the first line of what the agent wrote there; empty when it wrote nothing
/// @param pending what the agent was told to do next; null at the end
/// @param title of the pending step, where the place is the end of a branch; else empty
/// @param blocked how many acknowledgements were not accepted here
/// @param checkpoint the first line of what the agent wrote here last, in the middle of the step; null when nothing
record StepPlace(
        long sequence,
        @Nullable Long parent,
        @Nullable StepKey acknowledged,
        String notes,
        @Nullable StepKey pending,
        String title,
        int blocked,
        @Nullable String checkpoint,
        Instant at,
        Standing standing) {

    /// What a place is to its run.
    public enum Standing {
        /// The run went on from here.
        PASSED,
        /// Where the run is: the newest place.
        PREFERRED,
        /// A branch that was left right after it began.
        SUPERSEDED,
        /// The end of another branch.
        OPEN;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("sequence", sequence)
                .putIfPresent("parent", parent == null ? null : JsonNumber.of(parent))
                .putIfPresent("acknowledged", acknowledged == null ? null : acknowledged.toString())
                .putIfPresent("notes", notes.isEmpty() ? null : notes)
                .putIfPresent("pending", pending == null ? null : pending.toString())
                .put("isComplete", pending == null)
                .put("blocked", blocked)
                .putIfPresent("checkpoint", checkpoint)
                .put("at", Times.format(at))
                .put("standing", standing.wire())
                .build();
    }

    /// `review`, or `review (rounds 2, each-file 1)` inside loops; rounds count from 1, as people do.
    static String name(StepKey key) {
        return key.rounds().isEmpty()
                ? key.step()
                : key.step()
                        + key.rounds().stream()
                                .map(round -> round.loop() + " " + (round.iteration() + 1))
                                .collect(Collectors.joining(", ", " (", ")"));
    }
}
