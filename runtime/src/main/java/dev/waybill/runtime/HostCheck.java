package dev.waybill.runtime;

import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.DefinitionCheck;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Whether this host can run a definition and everything that it hands over to, near and far. The command that checks
/// a file and the start of a run ask the same question here, and get the same answer.
public final class HostCheck {

    private final DefinitionSource source;
    private final NodeTypes types;

    public HostCheck(DefinitionSource source, NodeTypes types) {
        this.source = source;
        this.types = types;
    }

    /// A definition that is handed over to.
    ///
    /// @param node the node of the first definition that leads there; -1 for the first one itself
    private record Reached(WorkflowDefinition definition, int node) {}

    /// How grave it is that a definition is not there: whom a supervisor names in vain, it learns.
    private interface Finding {
        void tell(String pointer, DefinitionCode code, String message, String hint);
    }

    /// Everything that is wrong, and what is odd. A mistake in a definition that this one hands over to is told once,
    /// at the node that leads there.
    public Findings check(WorkflowDefinition definition) {
        Findings findings = DefinitionCheck.of(definition, types);
        Set<String> seen = new HashSet<>(Set.of(definition.id()));
        ArrayDeque<Reached> open = new ArrayDeque<>(List.of(new Reached(definition, -1)));
        while (!open.isEmpty()) {
            Reached from = open.remove();
            List<WorkflowNode> nodes = from.definition().nodes();
            for (int index = 0; index < nodes.size(); index++) {
                int leading = from.node() < 0 ? index : from.node();
                for (String worker : Pins.named(types, nodes.get(index))) {
                    if (seen.add(worker)) {
                        boolean needed = Pins.workers(types, nodes.get(index)).contains(worker);
                        reach(worker, nodes.get(index), leading, open, needed ? findings::error : findings::warn);
                    }
                }
            }
        }
        return findings;
    }

    private void reach(String worker, WorkflowNode by, int node, ArrayDeque<Reached> open, Finding finding) {
        String pointer = DefinitionCheck.pointer(node) + "/config";
        WorkflowDefinition found;
        try {
            found = Pins.definition(source, by, worker).orElse(null);
        } catch (Refused broken) {
            finding.tell(pointer, DefinitionCode.BAD_WORKFLOW, String.valueOf(broken.getMessage()), fix(worker));
            return;
        }
        if (found == null) {
            finding.tell(
                    pointer,
                    DefinitionCode.UNKNOWN_WORKFLOW,
                    "no workflow is called \"%s\"".formatted(worker),
                    Suggestion.hint(
                            worker, source.ids(), "put its file beside this one, or name its folder with --workflows"));
            return;
        }
        Findings below = DefinitionCheck.of(found, types);
        if (below.errorCount() > 0) {
            String first = below.errors().getFirst().message();
            finding.tell(
                    pointer,
                    DefinitionCode.BAD_WORKFLOW,
                    "the workflow %s cannot run: %s".formatted(worker, first),
                    fix(worker));
        }
        open.add(new Reached(found, node));
    }

    private static String fix(String worker) {
        return "check the file of " + worker + ", too";
    }
}
