package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// The small node types that need nothing but their input.
final class CoreNodes {

    private CoreNodes() {}

    /// `core.noop`: does nothing, well.
    record Noop() implements PureNode {
        @Override
        public String typeId() {
            return "core.noop";
        }

        @Override
        public NodeResult run(NodeCall call) {
            return NodeResult.done(JsonObject.EMPTY);
        }
    }

    /// `core.identity`: gives what it got.
    record Identity() implements PureNode {
        @Override
        public String typeId() {
            return "core.identity";
        }

        @Override
        public List<String> check(WorkflowNode node) {
            return node.config().has("memoryAction") ? List.of("config.memoryAction needs agent memory") : List.of();
        }

        @Override
        public NodeResult run(NodeCall call) {
            return NodeResult.done(call.inputs());
        }
    }

    /// `core.fail`: fails as its configuration says.
    record Fail() implements PureNode {
        @Override
        public String typeId() {
            return "core.fail";
        }

        @Override
        public NodeResult run(NodeCall call) {
            JsonObject config = call.config();
            return new NodeResult.Failed(new RunError(
                    config.string("code").orElse("node_failed"),
                    config.string("message").orElse("the node was told to fail"),
                    JsonObject.EMPTY,
                    config.get("retryable") == JsonBool.TRUE));
        }
    }

    /// `core.channelWrite`: writes a value to a channel; the channel's reducer folds it in.
    record ChannelWrite() implements PureNode {
        @Override
        public String typeId() {
            return "core.channelWrite";
        }

        @Override
        public List<String> check(WorkflowNode node) {
            return node.config().string("channelName").isPresent()
                    ? List.of()
                    : List.of("config.channelName must name the channel to write to");
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
}
