package dev.waybill.engine.node;

import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
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
                new HoldNode(),
                new ApprovalGate(),
                new ClarificationGate(),
                new InterruptNode(),
                new SubWorkflowNode(),
                new SupervisorNode(),
                new DispatchNode(),
                new MockAgentNode(),
                new WorkspaceNode(WorkspaceNode.Work.WRITE),
                new WorkspaceNode(WorkspaceNode.Work.READ),
                new WorkspaceNode(WorkspaceNode.Work.LIST)));
    }

    /// These types and more.
    ///
    /// @throws IllegalArgumentException when a name is taken, or a type's manifest cannot be used
    public NodeTypes and(Collection<? extends NodeType> more) {
        NodeTypes together = with(more);
        more.forEach(together::contract);
        return together;
    }

    /// These types and more of ours, whose manifests the build has checked: they are read when a type is used.
    ///
    /// @throws IllegalArgumentException when a name is taken
    public NodeTypes with(Collection<? extends NodeType> more) {
        List<NodeType> all = new ArrayList<>(types.values());
        all.addAll(more);
        return new NodeTypes(all);
    }

    public Optional<NodeType> find(String typeId) {
        return Optional.ofNullable(types.get(typeId));
    }

    /// Who does the work of a node outside; empty when the engine does it, or nobody here can.
    public Optional<Activity> activity(WorkflowNode node) {
        return find(node).flatMap(type -> switch (type) {
            case Activity activity -> Optional.of(activity);
            case SupervisorNode _ -> SupervisorNode.planner(node).flatMap(this::supervisor);
            default -> Optional.empty();
        });
    }

    Optional<Supervisor> supervisor(String name) {
        return find(name).flatMap(type -> type instanceof Supervisor it ? Optional.of(it) : Optional.empty());
    }

    /// What does the work of a node.
    public Optional<NodeType> find(WorkflowNode node) {
        return find(node.typeId()).map(type -> type.as(node));
    }

    /// Whether a run of the definition reads or writes memory.
    public boolean usesMemory(WorkflowDefinition definition) {
        return definition.nodes().stream()
                .anyMatch(
                        node -> find(node).filter(type -> type.usesMemory(node)).isPresent());
    }

    /// Whether a run of the definition reads or writes files that it shares.
    public boolean usesWorkspace(WorkflowDefinition definition) {
        return definition.nodes().stream()
                .anyMatch(node ->
                        find(node).filter(type -> type.usesWorkspace(node)).isPresent());
    }

    public Collection<NodeType> all() {
        return Collections.unmodifiableCollection(types.values());
    }

    NodeContract contract(NodeType type) {
        return contracts.computeIfAbsent(type.typeId(), _ -> NodeContract.of(type));
    }
}
