package dev.waybill.workflow;

import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.Expression;
import dev.waybill.workflow.expression.LinearPattern;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads edges with their conditions.
final class EdgeReader {

    private static final List<String> MEMBERS = List.of(
            "id", "sourceNodeId", "sourceOutput", "targetNodeId", "targetInput", "condition", "label", "triggerRule");
    private static final JsonObject MEANT = JsonObject.of("from", "sourceNodeId")
            .with("source", "sourceNodeId")
            .with("to", "targetNodeId")
            .with("target", "targetNodeId");
    private static final List<String> CONDITION_MEMBERS = List.of("type", "left", "right", "expression");
    private static final List<String> TYPES = List.of("expression", "equals", "notEquals", "contains", "regex");

    private final Names names;
    private final Set<String> ids = new HashSet<>();

    EdgeReader(Names names) {
        this.names = names;
    }

    @Nullable
    WorkflowEdge read(Members edge) {
        edge.expectOnly(MEMBERS, MEANT);
        String id = edge.text("id");
        if (!id.isEmpty() && !ids.add(id)) {
            edge.findings()
                    .error(
                            edge.pointer("id"),
                            DefinitionCode.DUPLICATE_ID,
                            "another edge is called \"%s\"".formatted(Members.shown(id)),
                            "give each edge its own id");
        }
        String source = end(edge, "sourceNodeId");
        String target = end(edge, "targetNodeId");
        String output = edge.optionalText("sourceOutput");
        String input = edge.optionalText("targetInput");
        edge.optionalText("label");
        EdgeCondition condition = edge.has("condition") ? condition(edge) : new EdgeCondition.Always();
        TriggerRule rule =
                edge.word("triggerRule", List.of(TriggerRule.values()), TriggerRule::wire, TriggerRule.ALL_SUCCESS);
        return edge.isSound() && condition != null
                ? new WorkflowEdge(
                        id,
                        source,
                        Objects.requireNonNullElse(output, WorkflowEdge.DEFAULT_OUTPUT),
                        target,
                        Objects.requireNonNullElse(input, WorkflowEdge.DEFAULT_INPUT),
                        condition,
                        rule)
                : null;
    }

    private String end(Members edge, String name) {
        String node = edge.text(name);
        if (!node.isEmpty()) {
            names.use(Names.Kind.NODE, node, edge.pointer(name), false);
        }
        return node;
    }

    private @Nullable EdgeCondition condition(Members edge) {
        Members condition = edge.below("condition", edge.optionalObject("condition"));
        if (!edge.isSound()) {
            return null;
        }
        condition.expectOnly(CONDITION_MEMBERS);
        // The schema does not require a type; an expression alone says what it is.
        if (!condition.has("expression")) {
            condition.require("type");
        }
        String type = condition.word("type", TYPES, Function.identity(), "expression");
        return condition.isSound() ? of(type, condition) : null;
    }

    private @Nullable EdgeCondition of(String type, Members condition) {
        var expressions = new ExpressionReader(names);
        if (type.equals("expression")) {
            Expression expression = expressions.expression(condition, "expression");
            return expression == null ? null : new EdgeCondition.When(expression);
        }
        Expression left = expressions.path(condition, "left");
        condition.require("right");
        JsonValue right = Objects.requireNonNullElse(condition.object().get("right"), JsonNull.NULL);
        if (type.equals("regex")) {
            return matches(left, condition);
        }
        if (left == null || !condition.isSound()) {
            return null;
        }
        return switch (type) {
            case "equals" -> new EdgeCondition.Equals(left, right);
            case "notEquals" -> new EdgeCondition.NotEquals(left, right);
            default -> new EdgeCondition.Contains(left, right);
        };
    }

    private static @Nullable EdgeCondition matches(@Nullable Expression left, Members condition) {
        String source = condition.optionalText("right");
        LinearPattern pattern = source == null
                ? null
                : ExpressionReader.pattern(source, condition.pointer("right"), condition.findings());
        return left == null || pattern == null ? null : new EdgeCondition.Matches(left, pattern);
    }
}
