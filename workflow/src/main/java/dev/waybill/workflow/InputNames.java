package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.expression.Reference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The inputs that a definition can do something with. Any other name is a slip of the finger.
public final class InputNames {

    private static final String AGENT = "requiresAgentId";

    private InputNames() {}

    /// The declared variables, and what expressions and mappings read besides; empty when an expression reads all
    /// inputs at once, so that any name may matter.
    public static Optional<Set<String>> of(WorkflowDefinition definition) {
        Set<String> names = new LinkedHashSet<>();
        definition.variables().forEach(variable -> names.add(variable.name()));
        List<Reference> references = new ArrayList<>();
        definition.edges().forEach(edge -> references.addAll(edge.condition().references()));
        for (WorkflowNode node : definition.nodes()) {
            for (PortValue port : node.inputs().values()) {
                if (port instanceof PortValue.Computed computed) {
                    references.addAll(computed.expression().references());
                }
            }
            mapped(node, names);
        }
        for (Reference reference : references) {
            if (reference.root().equals("inputs")) {
                if (reference.member() == null) {
                    return Optional.empty();
                }
                names.add(reference.member());
            }
        }
        return Optional.of(names);
    }

    /// Those of these names that the definition does not have. Of a workflow that is written for an agent, all
    /// inputs are its task.
    public static List<String> unasked(WorkflowDefinition definition, Collection<String> names) {
        if (names.isEmpty() || definition.metadata().has(AGENT)) {
            return List.of();
        }
        return of(definition)
                .map(read -> names.stream().filter(name -> !read.contains(name)).toList())
                .orElse(List.of());
    }

    private static void mapped(WorkflowNode node, Set<String> names) {
        sources(node.config().object("inputMapping").orElse(JsonObject.EMPTY), names);
        node.config()
                .object("perWorkerInputMappings")
                .orElse(JsonObject.EMPTY)
                .members()
                .values()
                .forEach(mapping -> sources(mapping.asObject().orElse(JsonObject.EMPTY), names));
    }

    private static void sources(JsonObject mapping, Set<String> names) {
        mapping.members().values().forEach(from -> from.asString().ifPresent(names::add));
    }
}
