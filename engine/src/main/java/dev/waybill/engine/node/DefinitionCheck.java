package dev.waybill.engine.node;

import dev.waybill.base.json.JsonPointer;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowEdge;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.WorkflowTrigger;
import dev.waybill.workflow.trigger.StartTrigger;
import dev.waybill.workflow.trigger.TriggerConfig;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Whether a host with these node types can run a definition: every type is there, every node is as its type's
/// schemas ask, and every trigger is one that Waybill can fire. Whether this very host fires it is a warning: a run
/// that is started by hand needs no trigger. What a definition says about itself was checked when it was read.
public final class DefinitionCheck {

    private final WorkflowDefinition definition;
    private final NodeTypes types;
    private final Findings findings;
    private final Map<String, NodeContract> contracts = new LinkedHashMap<>();

    private DefinitionCheck(WorkflowDefinition definition, NodeTypes types, Findings findings) {
        this.definition = definition;
        this.types = types;
        this.findings = findings;
        for (WorkflowNode node : definition.nodes()) {
            types.find(node.typeId())
                    .filter(_ -> !node.disabled())
                    .ifPresent(type -> contracts.put(node.id(), types.contract(type)));
        }
    }

    public static Findings of(WorkflowDefinition definition, NodeTypes types) {
        Findings findings = new Findings();
        new DefinitionCheck(definition, types, findings).check();
        return findings;
    }

    /// What schemas say about a definition is the same each time; what a type says by itself may change, as agents come
    /// and go.
    private void check() {
        boolean fits = types.isKnownToFit(definition);
        List<WorkflowNode> nodes = definition.nodes();
        for (int index = 0; index < nodes.size(); index++) {
            check(nodes.get(index), pointer(index), fits);
        }
        checkPorts();
        checkTriggers();
        if (findings.errorCount() == 0 && findings.warnings().isEmpty()) {
            types.remember(definition);
        }
    }

    /// What a type says may end with what to do, behind a semicolon; else its page is the place to look.
    private void wrong(WorkflowNode node, String pointer, String what) {
        int end = what.indexOf("; ");
        findings.error(
                pointer,
                DefinitionCode.WRONG_VALUE,
                "node %s: %s".formatted(node.id(), end < 0 ? what : what.substring(0, end)),
                end < 0 ? see(node.typeId()) : what.substring(end + 2));
    }

    /// Where a node stands in its document.
    public static String pointer(int node) {
        return JsonPointer.item("/nodes", node);
    }

    private void check(WorkflowNode node, String pointer, boolean fits) {
        NodeContract contract = contracts.get(node.id());
        checkSupervisor(node, pointer);
        checkDispatch(node, pointer);
        checkAgent(node, pointer);
        if (contract != null) {
            if (!fits) {
                new NodeCheck(node, pointer, contract, contracts, findings).check(definition);
            }
            types.find(node.typeId())
                    .orElseThrow()
                    .check(node)
                    .forEach(what -> wrong(node, pointer, what));
        } else if (!node.disabled()) {
            findings.error(
                    pointer + "/typeId",
                    DefinitionCode.UNKNOWN_TYPE,
                    "node %s: no node type is called \"%s\"".formatted(node.id(), node.typeId()),
                    Suggestion.nearestType(
                                    node.typeId(),
                                    types.all().stream().map(NodeType::typeId).toList())
                            .map(type -> "did you mean \"" + type + "\"?")
                            .orElse("`waybill nodes` lists the types of this host; --node-types JAR brings more"));
        }
    }

    /// A channel would have to become a version, and this host keeps no releases of agents.
    private void checkAgent(WorkflowNode node, String pointer) {
        AgentRef agent = node.agent();
        if (agent != null && agent.channel() != null && !node.disabled()) {
            findings.error(
                    pointer + "/agent/channel",
                    DefinitionCode.WRONG_VALUE,
                    "node %s: expected an agent by its id or version, found the channel \"%s\""
                            .formatted(node.id(), agent.channel()),
                    "this host has no agents.deployment; name a version instead");
        }
    }

    /// Who decides outside has to be there; and who decides, decides for a supervisor.
    private void checkSupervisor(WorkflowNode node, String pointer) {
        String planner = node.typeId().equals(WorkflowNode.SUPERVISOR)
                ? SupervisorNode.planner(node).orElse(null)
                : null;
        if (planner != null && types.supervisor(planner).isEmpty() && !node.disabled()) {
            findings.error(
                    pointer + "/config",
                    DefinitionCode.UNKNOWN_TYPE,
                    "node %s: no supervisor is called \"%s\"".formatted(node.id(), planner),
                    planner.equals(SupervisorNode.MODEL)
                            ? "this host asks no models; decide by rules, or bring a supervisor with --node-types JAR"
                            : "bring it with --node-types JAR");
        }
        if (types.supervisor(node.typeId()).isPresent()) {
            findings.error(
                    pointer + "/typeId",
                    DefinitionCode.WRONG_VALUE,
                    "node %s: %s decides for a supervisor and is no node itself".formatted(node.id(), node.typeId()),
                    "name it in config.supervisor of a %s node".formatted(WorkflowNode.SUPERVISOR));
        }
    }

    /// A dispatch acts on what a supervisor of its run decided.
    private void checkDispatch(WorkflowNode node, String pointer) {
        boolean decides = definition.nodes().stream()
                .anyMatch(other -> other.typeId().equals(WorkflowNode.SUPERVISOR) && !other.disabled());
        if (node.typeId().equals(WorkflowNode.DISPATCH) && !node.disabled() && !decides) {
            findings.error(
                    pointer,
                    DefinitionCode.WRONG_VALUE,
                    "node %s: a %s acts on the decision of a supervisor, and this workflow has none"
                            .formatted(node.id(), WorkflowNode.DISPATCH),
                    "put a %s node in front of it".formatted(WorkflowNode.SUPERVISOR));
        }
    }

    static String see(String typeId) {
        return "see `waybill nodes " + typeId + "`";
    }

    /// An edge out of a port that its node does not have is never taken.
    private void checkPorts() {
        List<WorkflowEdge> edges = definition.edges();
        for (int index = 0; index < edges.size(); index++) {
            WorkflowEdge edge = edges.get(index);
            NodeContract contract = contracts.get(edge.source());
            if (contract != null && !contract.ports().contains(edge.sourceOutput())) {
                checkOwnPort(edge, contract, JsonPointer.item("/edges", index) + "/sourceOutput");
            }
        }
    }

    /// Some nodes have ports of their own, beside those of their type.
    private void checkOwnPort(WorkflowEdge edge, NodeContract contract, String pointer) {
        WorkflowNode source = definition.node(edge.source()).orElseThrow();
        Set<String> known = new LinkedHashSet<>(contract.ports());
        types.find(source.typeId()).ifPresent(type -> known.addAll(type.ports(source)));
        if (!known.contains(edge.sourceOutput())) {
            OutputNames.unknown(contract, edge.source(), edge.sourceOutput(), known, pointer, findings);
        }
    }

    private void checkTriggers() {
        List<WorkflowTrigger> triggers = definition.triggers();
        for (int index = 0; index < triggers.size(); index++) {
            WorkflowTrigger trigger = triggers.get(index);
            if (trigger.enabled() && !types.fires(trigger.type()) && !StartTrigger.isFired(trigger.type())) {
                findings.error(
                        JsonPointer.item("/triggers", index) + "/type",
                        DefinitionCode.UNSERVED_TRIGGER,
                        "trigger %s: Waybill fires no \"%s\" triggers, so it would never start a run"
                                .formatted(trigger.id(), trigger.type().wire()),
                        "start runs from outside, such as from cron with `waybill run`, and remove the trigger or"
                                + " set \"enabled\": false");
            }
        }
        StartTrigger.of(definition).forEach(this::checkTrigger);
    }

    private void checkTrigger(StartTrigger trigger) {
        if (!types.fires(trigger.type())) {
            findings.warn(
                    trigger.pointer(),
                    DefinitionCode.UNSERVED_TRIGGER,
                    "trigger %s: this host fires no \"%s\" triggers; here runs start by hand only"
                            .formatted(trigger.id(), trigger.type().wire()),
                    "`waybill serve` and `waybill work` fire it");
        }
        for (String problem : trigger.problems(definition)) {
            findings.error(
                    trigger.pointer() + "/config",
                    problem.startsWith(TriggerConfig.INVALID_TIMEZONE)
                            ? DefinitionCode.INVALID_TIMEZONE
                            : DefinitionCode.BAD_TRIGGER,
                    "trigger %s: %s".formatted(trigger.id(), problem),
                    "see docs/triggers.md");
        }
    }
}
