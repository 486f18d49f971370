package dev.waybill.view.guided;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Pending;
import dev.waybill.engine.guided.StepKey;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One place of a lineage with everything that is known there.
///
/// @param tokenHash names the place's state token to whoever has it, and is no token
/// @param parent the place it came from; null for the first
/// @param parentHash of the parent's token; null where the parent is not part of the view
/// @param acknowledged the step whose acknowledgement led here; null for the first
/// @param brought what the agent brought with it
/// @param key names the pending step's execution; null at the end
/// @param pending the pending step as the agent reads it; null at the end
/// @param context the variables that hold here
/// @param blocked acknowledgements that were not accepted here, oldest first
/// @param checkpoints what an agent wrote down here in the middle of the step, oldest first
/// @param receipt signs for the acknowledgement that led here, or for the run's creation; null when nothing does
public record PlaceView(
        PlaceId id,
        Digest tokenHash,
        @Nullable PlaceId parent,
        @Nullable Digest parentHash,
        @Nullable StepKey acknowledged,
        Brought brought,
        @Nullable StepKey key,
        @Nullable Pending pending,
        JsonObject context,
        List<Blocked> blocked,
        List<Checkpoint> checkpoints,
        @Nullable Digest receipt,
        Instant at,
        Standing standing)
        implements Placed {

    /// What a place is to its lineage.
    public enum Standing {
        /// The lineage went on from here.
        PASSED,
        /// The newest place of its lineage: where an agent would go on.
        PREFERRED,
        /// A branch that was left right after it began.
        SUPERSEDED,
        /// The end of another branch.
        OPEN;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What an agent brings with an acknowledgement.
    ///
    /// @param notes whole; empty when there are none
    /// @param context the variables that it set, null where it deleted one
    public record Brought(@Nullable String agent, String notes, List<JsonObject> artifacts, JsonObject context) {

        static final Brought NOTHING = new Brought(null, "", List.of(), JsonObject.EMPTY);

        public Brought {
            artifacts = List.copyOf(artifacts);
        }
    }

    /// An acknowledgement that was not accepted.
    ///
    /// @param reasons as the agent was told: code, field, message, what was expected and found
    public record Blocked(Instant at, @Nullable String agent, JsonArray reasons) {

        JsonObject toJson() {
            return JsonObject.of("at", Times.format(at))
                    .withIfPresent("agent", agent)
                    .with("reasons", reasons);
        }
    }

    /// Notes in the middle of a step.
    public record Checkpoint(Instant at, @Nullable String agent, String notes) {

        JsonObject toJson() {
            return JsonObject.of("at", Times.format(at))
                    .withIfPresent("agent", agent)
                    .with("notesMarkdown", notes);
        }
    }

    public PlaceView {
        blocked = List.copyOf(blocked);
        checkpoints = List.copyOf(checkpoints);
    }

    PlaceView within(@Nullable Digest hashOfParent, Standing place) {
        return new PlaceView(
                id,
                tokenHash,
                parent,
                hashOfParent,
                acknowledged,
                brought,
                key,
                pending,
                context,
                blocked,
                checkpoints,
                receipt,
                at,
                place);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("runId", id.run().value())
                .put("sequence", id.sequence())
                .put("stateTokenHash", tokenHash.toString())
                .putIfPresent("parentStateTokenHash", parentHash == null ? null : parentHash.toString())
                .putIfPresent("parent", parent == null ? null : parent.toJson())
                .putIfPresent("acknowledged", acknowledged == null ? null : acknowledged.toString())
                .putIfPresent("agent", brought.agent())
                .putIfPresent("notesMarkdown", brought.notes().isEmpty() ? null : brought.notes())
                .put("artifacts", new JsonArray(new ArrayList<>(brought.artifacts())))
                .put("contextSet", brought.context())
                .put("pending", pending == null ? JsonNull.NULL : json(pending))
                .put("isComplete", pending == null)
                .put("context", context)
                .put("blocked", array(blocked, Blocked::toJson))
                .put("checkpoints", array(checkpoints, Checkpoint::toJson))
                .putIfPresent("receipt", receipt == null ? null : receipt.toString())
                .put("at", Times.format(at))
                .put("standing", standing.wire())
                .build();
    }

    /// Which execution of which step led here, and when: what something that was brought is told to be from.
    JsonObject origin() {
        return JsonObject.of("step", acknowledged == null ? "" : name(acknowledged))
                .with("stateTokenHash", tokenHash.toString())
                .with("at", Times.format(at));
    }

    private JsonObject json(Pending step) {
        return JsonObject.of("key", String.valueOf(key))
                .with("stepId", step.stepId())
                .with("title", step.title())
                .with("prompt", step.prompt())
                .with("requireConfirmation", step.requireConfirmation());
    }

    private static <T> JsonArray array(List<T> items, Function<T, JsonValue> json) {
        return new JsonArray(items.stream().map(json).toList());
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
