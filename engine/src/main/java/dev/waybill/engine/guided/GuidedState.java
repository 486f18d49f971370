package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where one lineage node stands: everything that a step's acknowledgement there depends on.
///
/// @param context the variables
/// @param acknowledged how many steps were acknowledged on the way here
/// @param done ids of what was done outside loops, loops themselves included
/// @param loops the loops around the pending step, outermost first
/// @param pending the id of the step that the agent works on; null when there is none
public record GuidedState(
        JsonObject context,
        int acknowledged,
        Set<String> done,
        List<LoopFrame> loops,
        @Nullable String pending) {

    /// Before the first step was chosen; the first delta applies to it.
    public static final GuidedState UNBORN =
            new GuidedState(JsonObject.EMPTY, 0, new LinkedHashSet<>(), List.of(), null);

    public GuidedState {
        done = Collections.unmodifiableSet(done);
        loops = List.copyOf(loops);
    }

    public boolean isComplete() {
        return pending == null;
    }

    /// Names the pending step's execution.
    public Optional<StepKey> key() {
        return Optional.ofNullable(pending)
                .map(step -> new StepKey(
                        loops.stream()
                                .map(frame -> new StepKey.Round(frame.loop(), frame.iteration()))
                                .toList(),
                        step));
    }

    /// The state after a delta. Nothing is decided here: what the delta says, happens.
    public GuidedState apply(Delta delta) {
        return applyAll(List.of(delta));
    }

    /// The state after some deltas, in their order. Cheaper than one by one: what grows with a run is copied once.
    public GuidedState applyAll(List<Delta> deltas) {
        if (deltas.isEmpty()) {
            return this;
        }
        Map<String, JsonValue> variables = new LinkedHashMap<>(context.members());
        Set<String> finished = new LinkedHashSet<>(done);
        List<LoopFrame> frames = loops;
        int count = pending == null ? acknowledged - 1 : acknowledged;
        for (Delta delta : deltas) {
            delta.change(variables);
            finished.addAll(delta.done());
            frames = framesAfter(frames, delta.loops());
            count++;
        }
        return new GuidedState(
                new JsonObject(variables),
                count,
                finished,
                frames,
                deltas.getLast().pending());
    }

    private static List<LoopFrame> framesAfter(List<LoopFrame> before, List<LoopFrame> changes) {
        List<LoopFrame> after = new ArrayList<>();
        boolean same = true;
        for (int depth = 0; depth < changes.size(); depth++) {
            LoopFrame change = changes.get(depth);
            same = same && depth < before.size() && before.get(depth).isSameRound(change);
            after.add(same ? before.get(depth).plus(change.done()) : change);
        }
        return after;
    }

    /// Small and stable: it is stored for ever.
    public JsonObject toJson() {
        var json = JsonObject.builder().put("context", context).put("acknowledged", acknowledged);
        if (!done.isEmpty()) {
            json.put("done", JsonArray.ofStrings(done));
        }
        if (!loops.isEmpty()) {
            json.put("loops", StateJson.frames(loops));
        }
        return json.putIfPresent("pending", pending).build();
    }

    /// @throws IllegalArgumentException when it is not what [#toJson] wrote
    public static GuidedState read(JsonObject json) {
        return new GuidedState(
                StateJson.object(json, "context"),
                StateJson.whole(json, "acknowledged"),
                new LinkedHashSet<>(StateJson.texts(json, "done")),
                StateJson.frames(json),
                json.has("pending") ? StateJson.text(json, "pending") : null);
    }
}
