package dev.waybill.engine.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The node types that a host knows.
public final class NodeTypes {

    private final Map<String, NodeType> types = new LinkedHashMap<>();

    private NodeTypes(Collection<? extends NodeType> known) {
        known.forEach(type -> {
            if (types.putIfAbsent(type.typeId(), type) != null) {
                throw new IllegalArgumentException("two node types are called " + type.typeId());
            }
        });
    }

    /// The types that come with Waybill.
    public static NodeTypes core() {
        return new NodeTypes(List.of(
                new CoreNodes.Noop(),
                new CoreNodes.Identity(),
                new CoreNodes.Fail(),
                new CoreNodes.ChannelWrite(),
                new DelayNode(),
                new ApprovalGate(),
                new ClarificationGate(),
                new InterruptNode(),
                new SubWorkflowNode()));
    }

    /// These types and more.
    ///
    /// @throws IllegalArgumentException when a name is taken
    public NodeTypes and(Collection<? extends NodeType> more) {
        List<NodeType> all = new ArrayList<>(types.values());
        all.addAll(more);
        return new NodeTypes(all);
    }

    public Optional<NodeType> find(String typeId) {
        return Optional.ofNullable(types.get(typeId));
    }

    public Collection<NodeType> all() {
        return Collections.unmodifiableCollection(types.values());
    }
}
