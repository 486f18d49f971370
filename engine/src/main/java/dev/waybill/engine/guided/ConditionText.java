package dev.waybill.engine.guided;

import dev.waybill.workflow.guided.GuidedCondition;
import dev.waybill.workflow.guided.GuidedCondition.Always;
import dev.waybill.workflow.guided.GuidedCondition.And;
import dev.waybill.workflow.guided.GuidedCondition.Compare;
import dev.waybill.workflow.guided.GuidedCondition.Not;
import dev.waybill.workflow.guided.GuidedCondition.Operator;
import dev.waybill.workflow.guided.GuidedCondition.Or;
import dev.waybill.workflow.guided.GuidedCondition.Truthy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Says a condition in words.
final class ConditionText {

    private ConditionText() {}

    static String of(GuidedCondition condition) {
        return switch (condition) {
            case Always always -> "always";
            case Truthy truthy -> truthy.variable() + " is set";
            case Compare compare ->
                "%s %s %s".formatted(compare.variable(), word(compare.operator()), compare.operand());
            case And and -> joined(and.all(), " and ", "always");
            case Or or -> joined(or.any(), " or ", "never");
            case Not not -> "not (" + of(not.condition()) + ")";
        };
    }

    /// The variables that a condition asks for, in the order of the text.
    static Set<String> variables(GuidedCondition condition) {
        Set<String> names = new LinkedHashSet<>();
        collect(condition, names);
        return names;
    }

    private static void collect(GuidedCondition condition, Set<String> names) {
        switch (condition) {
            case Always always -> {}
            case Truthy truthy -> names.add(truthy.variable());
            case Compare compare -> names.add(compare.variable());
            case And and -> and.all().forEach(part -> collect(part, names));
            case Or or -> or.any().forEach(part -> collect(part, names));
            case Not not -> collect(not.condition(), names);
        }
    }

    private static String joined(List<GuidedCondition> parts, String word, String none) {
        return switch (parts.size()) {
            case 0 -> none;
            case 1 -> of(parts.getFirst());
            default -> parts.stream().map(ConditionText::of).collect(Collectors.joining(word, "(", ")"));
        };
    }

    private static String word(Operator operator) {
        return switch (operator) {
            case EQUALS -> "is";
            case NOT_EQUALS -> "is not";
            case GT -> ">";
            case GTE -> ">=";
            case LT -> "<";
            case LTE -> "<=";
            case CONTAINS -> "contains";
            case STARTS_WITH -> "starts with";
            case ENDS_WITH -> "ends with";
            case MATCHES -> "matches";
            case IN -> "is one of";
        };
    }
}
