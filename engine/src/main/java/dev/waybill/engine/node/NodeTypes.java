package dev.waybill.engine.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The node types that a host knows.
public final class NodeTypes {

    private final Map<String, NodeType> types = new LinkedHashMap<>();
    /// Made when a type is first used: a command that starts one node reads one manifest.
    private final Map<String, NodeContract> contracts = new ConcurrentHashMap<>();

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
                new NoopNode(),
                new IdentityNode(),
                new FailNode(),
                new ChannelWriteNode(),
                new DelayNode(),
                new ApprovalGate(),
                new ClarificationGate(),
                new InterruptNode(),
                new SubWorkflowNode()));
    }

    /// These types and more.
    ///
    /// @throws IllegalArgumentException when a name is taken, or a type's manifest cannot be used
    public NodeTypes and(Collection<? extends NodeType> more) {
        List<NodeType> all = new ArrayList<>(types.values());
        all.addAll(more);
        NodeTypes together = new NodeTypes(all);
        more.forEach(together::contract);
        return together;
    }

    public Optional<NodeType> find(String typeId) {
        return Optional.ofNullable(types.get(typeId));
    }

    public Collection<NodeType> all() {
        return Collections.unmodifiableCollection(types.values());
    }

    NodeContract contract(NodeType type) {
        return contracts.computeIfAbsent(type.typeId(), _ -> NodeContract.of(type));
    }
}
