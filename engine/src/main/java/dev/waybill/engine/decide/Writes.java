package dev.waybill.engine.decide;

import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.channel.ChannelRefused;
import dev.waybill.engine.channel.ChannelRules;
import dev.waybill.engine.channel.ChannelState;
import dev.waybill.engine.channel.Channels;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowNode;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePVector;

/// Changes that a node makes to the run's data, as events before its end.
final class Writes {

    private Writes() {}

    /// A branch may begin between a node's writes and its end. The node ends again, and what it has written
    /// before is not written twice.
    ///
    /// @return why a write is not allowed; null when all were made
    static @Nullable RunError apply(
            Decision decision, WorkflowNode node, List<NodeResult.Write> writes, @Nullable String cause) {
        Iterator<DataFact.ChannelWritten> before = decision.state()
                .data()
                .writes()
                .getOrDefault(node.id(), TreePVector.empty())
                .iterator();
        for (NodeResult.Write write : writes) {
            RunError refused = switch (write) {
                case NodeResult.Write.ToVariable variable -> {
                    set(decision, node.id(), variable.name(), variable.value(), cause);
                    yield null;
                }
                case NodeResult.Write.ToChannel channel ->
                    before.hasNext() && isSame(before.next(), channel) ? null : write(decision, node, channel, cause);
                case NodeResult.Write.ToArtifact artifact -> {
                    leave(decision, node, artifact.draft(), cause);
                    yield null;
                }
            };
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    private static void leave(Decision decision, WorkflowNode node, ArtifactDraft draft, @Nullable String cause) {
        if (!decision.state().data().artifacts().contains(draft.id())) {
            decision.emit(draft.fact(node.id()), cause, draft.hidden());
        }
    }

    private static boolean isSame(DataFact.ChannelWritten written, NodeResult.Write.ToChannel write) {
        return written.channel().equals(write.channel()) && written.value().equals(write.value());
    }

    static void set(Decision decision, @Nullable String nodeId, String name, JsonValue value, @Nullable String cause) {
        JsonValue previous = decision.state().variables().get(name);
        if (!value.equals(previous)) {
            decision.emit(new DataFact.VariableChanged(name, previous, value, nodeId), cause);
        }
    }

    private static @Nullable RunError write(
            Decision decision, WorkflowNode node, NodeResult.Write.ToChannel write, @Nullable String cause) {
        Channel declared = decision.state().workflow().definition().channels().get(write.channel());
        ChannelState before = decision.state().channels().getOrDefault(write.channel(), ChannelState.UNWRITTEN);
        try {
            if (declared != null) {
                Channels.checkWrite(declared, node);
                Channels.checkValue(declared, write.value());
            }
            ChannelRules rules = declared == null
                    ? ChannelRules.ofConfig(write.channel(), node.config())
                    : ChannelRules.of(declared);
            // Tried before it is recorded: a write that cannot be folded must not enter the log.
            Channels.write(before, rules, write.value(), decision.now());
            long version = declared == null ? 1 : declared.schemaVersion();
            decision.emit(rules.written(write.value(), version, decision.now(), node.id()), cause, rules.hidden());
            return null;
        } catch (ChannelRefused refused) {
            return refused.error();
        }
    }
}
