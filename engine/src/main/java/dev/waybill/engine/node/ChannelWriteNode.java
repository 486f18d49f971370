package dev.waybill.engine.node;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// `core.channelWrite`: writes a value to a channel; the channel's reducer folds it in.
record ChannelWriteNode() implements PureNode {

    @Override
    public String typeId() {
        return "core.channelWrite";
    }

    @Override
    public NodeManifest manifest() {
        return NodeManifest.of("""
                {
                  "description": "Writes a value to a channel; the channel's reducer says how it is folded in.",
                  "config": {
                    "required": ["channelName"],
                    "properties": {
                      "channelName": {
                        "type": "string", "minLength": 1,
                        "description": "The channel to write to."
                      },
                      "value": {"description": "What to write, unless the input \\"value\\" brings it."},
                      "reducer": {
                        "enum": ["replace", "append", "merge", "counter", "votes", "feedback", "message"],
                        "default": "replace",
                        "description": "How writes are folded, where no section declares the channel."
                      },
                      "ttlMs": {
                        "type": "integer", "minimum": 0,
                        "description": "How old an entry may get, in milliseconds, where no section declares the channel."
                      },
                      "maxSize": {
                        "type": "integer", "minimum": 1,
                        "description": "How many entries there may be, where no section declares the channel."
                      }
                    },
                    "additionalProperties": false
                  },
                  "inputs": {"properties": {"value": {"description": "What to write."}}, "additionalProperties": false},
                  "outputs": {
                    "required": ["channel", "value"],
                    "properties": {"channel": {"type": "string"}, "value": {}},
                    "additionalProperties": false
                  },
                  "example": {
                    "id": "collect-findings", "name": "Collect findings", "version": "1.0.0",
                    "channels": {"findings": {"reducer": "append"}},
                    "nodes": [
                      {
                        "id": "first",
                        "typeId": "core.channelWrite",
                        "config": {"channelName": "findings", "value": "the licence file is missing"}
                      },
                      {
                        "id": "second",
                        "typeId": "core.channelWrite",
                        "config": {"channelName": "findings", "value": "two tests are disabled"}
                      },
                      {
                        "id": "count",
                        "typeId": "core.identity",
                        "inputs": {"found": {"type": "expression", "expression": "length(channels.findings)"}}
                      }
                    ],
                    "edges": [
                      {"id": "e1", "sourceNodeId": "first", "targetNodeId": "second"},
                      {"id": "e2", "sourceNodeId": "second", "targetNodeId": "count"}
                    ]
                  }
                }""");
    }

    @Override
    public NodeResult run(NodeCall call) {
        JsonValue value = call.setting("value");
        String channel = call.config().string("channelName").orElseThrow();
        JsonValue written = value == null ? JsonNull.NULL : value;
        return new NodeResult.Done(
                JsonObject.builder()
                        .put("channel", channel)
                        .put("value", written)
                        .build(),
                "output",
                List.of(new NodeResult.Write.ToChannel(channel, written)));
    }
}
