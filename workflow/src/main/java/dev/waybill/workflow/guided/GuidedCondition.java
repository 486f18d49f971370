package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;

/// A question to the context, answered as leniently as authors of guided workflows are used to: texts are compared
/// without case and outer blanks, `"3"` equals 3, `"yes"` equals true. What cannot be evaluated is false.
public sealed interface GuidedCondition {

    /// @param context flat: a variable's name is one key, dots included
    default boolean holds(JsonObject context) {
        return Conditions.holds(this, context);
    }

    /// An empty condition.
    record Always() implements GuidedCondition {}

    record Truthy(String variable) implements GuidedCondition {}

    record Compare(String variable, Operator operator, JsonValue operand) implements GuidedCondition {}

    record And(List<GuidedCondition> all) implements GuidedCondition {
        public And {
            all = List.copyOf(all);
        }
    }

    record Or(List<GuidedCondition> any) implements GuidedCondition {
        public Or {
            any = List.copyOf(any);
        }
    }

    record Not(GuidedCondition condition) implements GuidedCondition {}

    /// In the order in which the first that is written wins.
    enum Operator {
        EQUALS("equals"),
        NOT_EQUALS("not_equals"),
        GT("gt"),
        GTE("gte"),
        LT("lt"),
        LTE("lte"),
        CONTAINS("contains"),
        STARTS_WITH("startsWith"),
        ENDS_WITH("endsWith"),
        MATCHES("matches"),
        IN("in");

        private final String wire;

        Operator(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }
}
