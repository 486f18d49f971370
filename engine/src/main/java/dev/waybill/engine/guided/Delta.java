package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one acknowledged step changes. Its size depends on the step, not on how long the run is.
///
/// @param set members of the context that get a value
/// @param deleted members of the context that go
/// @param done what is now done outside loops
/// @param loops the loops around the new pending step. A frame that stands for the same round as the frame at its depth
/// before lists only what was added to its done ones; any other frame, and those inside it, are new
/// @param pending the id of the new pending step; null when the run is complete
public record Delta(
        JsonObject set,
        List<String> deleted,
        List<String> done,
        List<LoopFrame> loops,
        @Nullable String pending) {

    public Delta {
        deleted = List.copyOf(deleted);
        done = List.copyOf(done);
        loops = List.copyOf(loops);
    }

    /// The change that a request asks for; what would change nothing is left out.
    static Delta ofContext(JsonObject before, JsonObject asked) {
        var set = JsonObject.builder();
        List<String> deleted = new ArrayList<>();
        asked.members().forEach((name, value) -> {
            if (value instanceof JsonNull) {
                if (before.has(name)) {
                    deleted.add(name);
                }
            } else if (!value.equals(before.get(name))) {
                set.put(name, value);
            }
        });
        return new Delta(set.build(), deleted, List.of(), List.of(), null);
    }

    Delta moving(List<String> nowDone, List<LoopFrame> frames, @Nullable String step) {
        return new Delta(set, deleted, nowDone, frames, step);
    }

    /// The context after this change.
    JsonObject changed(JsonObject context) {
        if (set.isEmpty() && deleted.isEmpty()) {
            return context;
        }
        Map<String, JsonValue> variables = new LinkedHashMap<>(context.members());
        change(variables);
        return new JsonObject(variables);
    }

    void change(Map<String, JsonValue> variables) {
        variables.putAll(set.members());
        deleted.forEach(variables::remove);
    }

    /// Small and stable: it is stored for ever.
    public JsonObject toJson() {
        var json = JsonObject.builder();
        if (!set.isEmpty()) {
            json.put("set", set);
        }
        if (!deleted.isEmpty()) {
            json.put("deleted", JsonArray.ofStrings(deleted));
        }
        if (!done.isEmpty()) {
            json.put("done", JsonArray.ofStrings(done));
        }
        if (!loops.isEmpty()) {
            json.put("loops", StateJson.frames(loops));
        }
        return json.putIfPresent("pending", pending).build();
    }

    /// @throws IllegalArgumentException when it is not what [#toJson] wrote
    public static Delta read(JsonObject json) {
        return new Delta(
                StateJson.object(json, "set"),
                StateJson.texts(json, "deleted"),
                StateJson.texts(json, "done"),
                StateJson.frames(json),
                json.has("pending") ? StateJson.text(json, "pending") : null);
    }
}
