package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/// A loop that a run is in.
///
/// @param loop the id of the loop
/// @param iteration the round, from 0
/// @param done what was done in this round: ids of steps, and of loops inside this one
public record LoopFrame(String loop, int iteration, Set<String> done) {

    public LoopFrame {
        if (iteration < 0) {
            throw new IllegalArgumentException("a round must be >= 0, was " + iteration);
        }
        done = Collections.unmodifiableSet(new LinkedHashSet<>(done));
    }

    static LoopFrame of(String loop, int iteration, Collection<String> done) {
        return new LoopFrame(loop, iteration, new LinkedHashSet<>(done));
    }

    /// Whether both are the same round of the same loop, given that the loops around them are.
    boolean isSameRound(LoopFrame other) {
        return loop.equals(other.loop) && iteration == other.iteration;
    }

    /// The same round with more done.
    LoopFrame plus(Set<String> more) {
        Set<String> all = new LinkedHashSet<>(done);
        all.addAll(more);
        return new LoopFrame(loop, iteration, all);
    }

    JsonObject toJson() {
        var json = JsonObject.builder().put("loop", loop).put("iteration", iteration);
        return done.isEmpty()
                ? json.build()
                : json.put("done", JsonArray.ofStrings(done)).build();
    }

    static LoopFrame read(JsonObject json) {
        return of(StateJson.text(json, "loop"), StateJson.whole(json, "iteration"), StateJson.texts(json, "done"));
    }
}
