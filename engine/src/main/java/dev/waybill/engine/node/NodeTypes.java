package dev.waybill.engine.node;

import dev.waybill.base.Digest;
import dev.waybill.base.Recent;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The node types that a host knows.
public final class NodeTypes {

    private static final int REMEMBERED = 1_000;
    private static final String CONFORMANCE = "core.conformance.";

    private final Map<String, NodeType> types = new LinkedHashMap<>();
    /// Made when a type is first used: a command that starts one node reads one manifest.
    private final Map<String, NodeContract> contracts = new ConcurrentHashMap<>();

    /// Definitions whose nodes were found as the schemas ask: one is started a thousand times, and is the same each
    /// time.
    private final Map<Digest, Boolean> fitting = new Recent<>(REMEMBERED);

    private final Set<TriggerType> fired;

    /// Where these came from, which reads the manifests of its own types once for all that are made of it.
    private final @Nullable NodeTypes origin;

    private NodeTypes(Collection<? extends NodeType> known, Set<TriggerType> fired, @Nullable NodeTypes origin) {
        this.fired = fired;
        this.origin = origin;
        known.forEach(type -> {
            if (types.putIfAbsent(type.typeId(), type) != null) {
                throw new IllegalArgumentException("two node types are called " + type.typeId());
            }
        });
    }

    /// The types that come with Waybill.
    public static NodeTypes core() {
        return new NodeTypes(
                List.of(
                        new NoopNode(),
                        new IdentityNode(),
                        new FailNode(),
                        new UnprovidedNode(),
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
                        new ArtifactNode(),
                        new WorkspaceNode(WorkspaceNode.Work.WRITE),
                        new WorkspaceNode(WorkspaceNode.Work.READ),
                        new WorkspaceNode(WorkspaceNode.Work.LIST)),
                EnumSet.noneOf(TriggerType.class),
                null);
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
        return new NodeTypes(all, fired, this);
    }

    /// The same types without those that OpenWOP reserves for test suites: they say what nobody did.
    public NodeTypes forProduction() {
        return new NodeTypes(
                types.values().stream()
                        .filter(type -> !type.typeId().startsWith(CONFORMANCE))
                        .toList(),
                fired,
                this);
    }

    /// Whether test suites work with this host, so that a run may name a mock in place of its models.
    public boolean isForConformance() {
        return types.keySet().stream().anyMatch(type -> type.startsWith(CONFORMANCE));
    }

    /// The same types on a host that also starts runs by itself.
    ///
    /// @param types of the triggers that somebody fires there
    public NodeTypes firing(Set<TriggerType> types) {
        return new NodeTypes(this.types.values(), types, this);
    }

    /// Whether somebody fires triggers of this type. A person or a program starts runs everywhere, and the engine
    /// itself starts nodes when a channel is written.
    public boolean fires(TriggerType type) {
        return type == TriggerType.MANUAL || type == TriggerType.CHANNEL_WRITE || fired.contains(type);
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

    /// What this process would have to be given before it could do a node's work; empty when nothing is missing.
    ///
    /// @param configurable of the run
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        if (node.disabled()) {
            return List.of();
        }
        NodeType type = find(node).orElse(null);
        if (type == null) {
            return List.of("no node type is called %s here".formatted(node.typeId()));
        }
        if (type instanceof SupervisorNode) {
            String planner = SupervisorNode.planner(node).orElse(null);
            return planner == null
                    ? List.of()
                    : supervisor(planner)
                            .map(it -> it.lacking(node, configurable))
                            .orElseGet(() -> List.of("no supervisor is called %s here".formatted(planner)));
        }
        return type.lacking(node, configurable);
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

    /// Whether [#remember] was told of this very definition.
    boolean isKnownToFit(WorkflowDefinition definition) {
        synchronized (fitting) {
            return fitting.get(definition.digest()) != null;
        }
    }

    void remember(WorkflowDefinition fits) {
        synchronized (fitting) {
            fitting.put(fits.digest(), true);
        }
    }

    NodeContract contract(NodeType type) {
        return origin != null && origin.types.containsKey(type.typeId())
                ? origin.contract(type)
                : contracts.computeIfAbsent(type.typeId(), _ -> NodeContract.of(type));
    }
}
