package dev.waybill.agents.conformance;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// `core.conformance.side-effect`: does something that can be counted, so that a test can tell an effect that was done
/// from one that was only told. Doing it twice would give another number.
public final class SideEffectNode implements Activity {

    private static final AtomicLong DONE = new AtomicLong();
    private static final Map<String, Long> BY_EXECUTION = new ConcurrentHashMap<>();

    /// How many effects this process has done.
    public static long done() {
        return DONE.get();
    }

    @Override
    public String typeId() {
        return "core.conformance.side-effect";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Does something that can be counted. For tests of replays, which must not do it again.",
                  "outputs": {
                    "required": ["effectId", "effect"],
                    "properties": {
                      "effectId": {"type": "string", "description": "The same for every repetition of one execution."},
                      "effect": {"type": "integer", "description": "Which effect of the process it was, from 1."}
                    }
                  },
                  "example": {
                    "id": "one-effect", "name": "One effect", "version": "1.0.0",
                    "nodes": [{"id": "effect", "typeId": "core.conformance.side-effect"}]
                  }
                }""");
    }

    @Override
    public NodeResult execute(ActivityCall call) {
        String id = call.invocationId();
        long effect = BY_EXECUTION.computeIfAbsent(id, _ -> DONE.incrementAndGet());
        return NodeResult.done(
                JsonObject.builder().put("effectId", id).put("effect", effect).build());
    }
}
