package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelRefused;
import dev.waybill.engine.channel.ChannelRules;
import dev.waybill.engine.channel.ChannelState;
import dev.waybill.engine.channel.Channels;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Changes that a node makes to the run's data, as events before its end.
final class Writes {

    private Writes() {}

    /// @return why a write is not allowed; null when all were made
    static @Nullable RunError apply(Decision decision, WorkflowNode node, List<NodeResult.Write> writes) {
        for (NodeResult.Write write : writes) {
            RunError refused = switch (write) {
                case NodeResult.Write.ToVariable variable -> {
                    set(decision, node.id(), variable.name(), variable.value());
                    yield null;
                }
                case NodeResult.Write.ToChannel channel -> write(decision, node, channel);
            };
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    static void set(Decision decision, @Nullable String nodeId, String name, JsonValue value) {
        JsonValue previous = decision.state().variables().get(name);
        if (!value.equals(previous)) {
            decision.emit(new DataFact.VariableChanged(name, previous, value, nodeId));
        }
    }

    private static @Nullable RunError write(Decision decision, WorkflowNode node, NodeResult.Write.ToChannel write) {
        Channel declared = decision.state().workflow().definition().channels().get(write.channel());
        ChannelState before = decision.state().channels().getOrDefault(write.channel(), ChannelState.UNWRITTEN);
        try {
            if (declared != null) {
                Channels.checkWrite(declared, node);
            }
            ChannelRules rules = declared == null
                    ? ChannelRules.ofConfig(write.channel(), node.config())
                    : ChannelRules.of(declared);
            // Tried before it is recorded: a write that cannot be folded must not enter the log.
            Channels.write(before, rules, write.value(), decision.now());
            decision.emit(rules.written(write.value(), declared == null ? 1 : declared.schemaVersion(), node.id()));
            return null;
        } catch (ChannelRefused refused) {
            return refused.error();
        }
    }
}
