package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.PortValue;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.VariableType;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.WorkflowVariable;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether one node is as its type's schemas ask, as far as that can be known before the run.
final class NodeCheck {

    private static final String CONFIG = "config";
    private static final String INPUTS = "inputs";
    private static final String IGNORED = "this host ignores it; an extension of another host may mean something by it";

    private final WorkflowNode node;
    private final String pointer;
    private final NodeContract contract;
    private final Map<String, NodeContract> others;
    private final Findings findings;

    /// @param others what is known of the definition's nodes, by id
    NodeCheck(
            WorkflowNode node,
            String pointer,
            NodeContract contract,
            Map<String, NodeContract> others,
            Findings findings) {
        this.node = node;
        this.pointer = pointer;
        this.contract = contract;
        this.others = others;
        this.findings = findings;
    }

    void check(WorkflowDefinition definition) {
        validate(CONFIG, contract.config(), contract.manifest().config(), NodeContract.own(node.config()));
        checkInputs(definition);
    }

    private void validate(String section, JsonSchema schema, JsonObject source, JsonObject value) {
        for (Violation violation : schema.validate(value, StepBudget.usual())) {
            if (section.equals(INPUTS) && isAboutPresence(violation)) {
                continue;
            }
            String place = pointer + "/" + section + violation.pointer();
            String named = section + violation.pointer().replace('/', '.');
            String message = "node %s: %s: %s".formatted(node.id(), named, violation.message());
            if (isForeign(violation, source)) {
                findings.warn(place, DefinitionCode.UNKNOWN_MEMBER, message, IGNORED);
            } else {
                findings.error(place, code(violation), message, hint(violation, source));
            }
        }
    }

    /// A member that is like none of ours is another host's extension, which the protocol allows; one that is nearly
    /// ours is a slip of the finger.
    private static boolean isForeign(Violation violation, JsonObject schema) {
        return violation.keyword().equals("additionalProperties")
                && violation.pointer().lastIndexOf('/') == 0
                && Suggestion.nearest(member(violation), NodeContract.names(schema))
                        .isEmpty();
    }

    private static String member(Violation violation) {
        return violation.pointer().split("/", 3)[1].replace("~1", "/").replace("~0", "~");
    }

    /// Which ports there are is checked for all of them, also for those whose values are not known yet.
    private static boolean isAboutPresence(Violation violation) {
        return violation.pointer().lastIndexOf('/') <= 0
                && (violation.keyword().equals("required")
                        || violation.keyword().equals("additionalProperties"));
    }

    private String hint(Violation violation, JsonObject schema) {
        String[] steps = violation.pointer().split("/", 3);
        if (steps.length < 2) {
            return missing(violation, schema);
        }
        String member = member(violation);
        String described = NodeContract.description(schema, member);
        if (!described.isEmpty()) {
            return described;
        }
        return steps.length == 2
                ? Suggestion.hint(member, NodeContract.names(schema), DefinitionCheck.see(node.typeId()))
                : DefinitionCheck.see(node.typeId());
    }

    private String missing(Violation violation, JsonObject schema) {
        return NodeContract.required(schema).stream()
                .filter(name -> violation.message().contains("\"" + name + "\""))
                .map(name -> NodeContract.description(schema, name))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(DefinitionCheck.see(node.typeId()));
    }

    private static DefinitionCode code(Violation violation) {
        return switch (violation.keyword()) {
            case "required", "dependentRequired" -> DefinitionCode.MISSING_MEMBER;
            case "additionalProperties", "propertyNames" -> DefinitionCode.UNKNOWN_MEMBER;
            case "type" -> DefinitionCode.WRONG_TYPE;
            case "pattern" -> DefinitionCode.BAD_FORMAT;
            case "enum", "const" -> DefinitionCode.WRONG_VALUE;
            default -> DefinitionCode.OUT_OF_RANGE;
        };
    }

    private void checkInputs(WorkflowDefinition definition) {
        JsonObject schema = contract.manifest().inputs();
        Map<String, JsonValue> known = new LinkedHashMap<>();
        node.inputs().forEach((name, value) -> {
            if (NodeContract.isClosed(schema) && !NodeContract.names(schema).contains(name)) {
                unknownInput(name, schema);
            }
            switch (value) {
                case PortValue.Static fixed -> known.put(name, fixed.value());
                case PortValue.Variable variable -> checkVariable(name, variable, schema, definition);
                case PortValue.Connection connection -> checkConnection(name, connection);
                case PortValue.Computed _ -> {
                    // Only the run knows.
                }
            }
        });
        validate(INPUTS, contract.inputs(), schema, new JsonObject(known));
        NodeContract.required(schema).stream()
                .filter(name -> !node.inputs().containsKey(name))
                .forEach(name -> findings.error(
                        pointer,
                        DefinitionCode.MISSING_MEMBER,
                        "node %s: the input \"%s\" is missing".formatted(node.id(), name),
                        described(schema, name)));
    }

    private String described(JsonObject schema, String name) {
        String description = NodeContract.description(schema, name);
        return description.isEmpty() ? DefinitionCheck.see(node.typeId()) : description;
    }

    private String input(String name) {
        return JsonPointer.member(pointer + "/" + INPUTS, name);
    }

    private void unknownInput(String name, JsonObject schema) {
        String message = "node %s: %s has no input \"%s\"".formatted(node.id(), node.typeId(), name);
        Suggestion.nearest(name, NodeContract.names(schema))
                .ifPresentOrElse(
                        meant -> findings.error(
                                input(name), DefinitionCode.UNKNOWN_MEMBER, message, "did you mean \"" + meant + "\"?"),
                        () -> findings.warn(input(name), DefinitionCode.UNKNOWN_MEMBER, message, IGNORED));
    }

    private void checkVariable(String name, PortValue.Variable port, JsonObject schema, WorkflowDefinition definition) {
        Set<String> types = NodeContract.types(schema, name);
        Optional<VariableType> declared = definition.variables().stream()
                .filter(variable -> variable.name().equals(port.name()))
                .map(WorkflowVariable::type)
                .findFirst();
        if (types.isEmpty() || declared.isEmpty() || fits(declared.get(), types)) {
            return;
        }
        findings.error(
                input(name),
                DefinitionCode.WRONG_TYPE,
                "node %s: the input \"%s\" takes %s, and the variable \"%s\" is a %s"
                        .formatted(
                                node.id(),
                                name,
                                String.join(" or ", types),
                                port.name(),
                                declared.get().wire()),
                described(schema, name));
    }

    private static boolean fits(VariableType declared, Set<String> types) {
        return types.contains(declared.wire()) || (declared == VariableType.NUMBER && types.contains("integer"));
    }

    private void checkConnection(String name, PortValue.Connection connection) {
        NodeContract from = others.get(connection.nodeId());
        if (from == null) {
            return;
        }
        Set<String> outputs = NodeContract.names(from.manifest().outputs());
        if (!outputs.contains(connection.outputKey())) {
            OutputNames.unknown(
                    from, connection.nodeId(), connection.outputKey(), outputs, input(name) + "/outputKey", findings);
        }
    }
}
