package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.util.OptionalLong;

/// `core.conformance.hold`: waits, touches nothing, and gives what it got. OpenWOP reserves it for tests of replays,
/// where a wait must not count as an effect.
record HoldNode() implements TimedNode {

    private static final String DELAY = "delayMs";

    @Override
    public String typeId() {
        return "core.conformance.hold";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Waits and gives what it got. For tests of replays: it is no effect, so a replay does it again.",
                  "inputs": {
                    "properties": {
                      "delayMs": {"type": "number", "minimum": 0, "maximum": 3153600000000,
                        "description": "How long, in milliseconds; not at all when it is left out."}
                    }
                  },
                  "outputs": {"description": "The inputs, delayMs included."},
                  "example": {
                    "id": "hold-on", "name": "Hold on", "version": "1.0.0",
                    "nodes": [
                      {
                        "id": "hold",
                        "typeId": "core.conformance.hold",
                        "inputs": {
                          "delayMs": {"type": "static", "value": 10},
                          "word": {"type": "static", "value": "same"}
                        }
                      }
                    ]
                  }
                }""");
    }

    @Override
    public OptionalLong delayMs(NodeCall call) {
        return switch (call.setting(DELAY)) {
            case null -> OptionalLong.of(0);
            case JsonNumber ms when ms.doubleValue() >= 0 -> OptionalLong.of((long) ms.doubleValue());
            default -> OptionalLong.empty();
        };
    }

    @Override
    public String expected() {
        return "delayMs as a number of milliseconds";
    }

    @Override
    public JsonObject outputs(NodeCall call, long delayMs) {
        return call.inputs();
    }

    @Override
    public boolean isPure() {
        return true;
    }
}
