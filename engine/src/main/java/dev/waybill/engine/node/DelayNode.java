package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// `core.delay`: waits. How long stands in `delayMs`, `ms` or `durationMs`, as input or configuration.
public record DelayNode() implements TimedNode {

    private static final List<String> NAMES = List.of("delayMs", "ms", "durationMs");
    private static final long LONGEST_MS = 100L * 365 * 24 * 3600 * 1000;

    @Override
    public String typeId() {
        return "core.delay";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Waits. After a restart it waits for the rest of the time.",
                  "config": {
                    "properties": {
                      "ms": {"$ref": "#/$defs/time", "description": "How long, in milliseconds: 60000 is a minute."},
                      "delayMs": {"$ref": "#/$defs/time", "description": "The same as ms."},
                      "durationMs": {"$ref": "#/$defs/time", "description": "The same as ms."}
                    },
                    "additionalProperties": false,
                    "$defs": {"time": {"type": "number", "minimum": 0, "maximum": 3153600000000}}
                  },
                  "inputs": {
                    "properties": {
                      "delayMs": {"type": "number", "description": "How long, in milliseconds; wins over config."},
                      "ms": {"type": "number", "description": "The same as delayMs."},
                      "durationMs": {"type": "number", "description": "The same as delayMs."}
                    },
                    "additionalProperties": false
                  },
                  "outputs": {
                    "required": ["delayMs"],
                    "properties": {"delayMs": {"type": "integer"}},
                    "additionalProperties": false
                  },
                  "example": {
                    "id": "wait-a-moment", "name": "Wait a moment", "version": "1.0.0",
                    "nodes": [{"id": "wait", "typeId": "core.delay", "config": {"ms": 50}}]
                  }
                }""");
    }

    @Override
    public List<String> check(WorkflowNode node) {
        boolean said = NAMES.stream()
                .anyMatch(name -> node.config().has(name) || node.inputs().containsKey(name));
        return said ? List.of() : List.of("expected config.ms, or an input delayMs: how long to wait");
    }

    @Override
    public OptionalLong delayMs(NodeCall call) {
        for (String name : NAMES) {
            OptionalLong delay = milliseconds(call.setting(name));
            if (delay.isPresent()) {
                return delay;
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong milliseconds(@Nullable JsonValue value) {
        if (value instanceof JsonNumber number) {
            double ms = number.doubleValue();
            return ms >= 0 && ms <= LONGEST_MS ? OptionalLong.of((long) ms) : OptionalLong.empty();
        }
        return OptionalLong.empty();
    }

    @Override
    public String expected() {
        return "delayMs, ms or durationMs as a number of milliseconds";
    }

    @Override
    public JsonObject outputs(NodeCall call, long delayMs) {
        return JsonObject.builder().put("delayMs", delayMs).build();
    }
}
