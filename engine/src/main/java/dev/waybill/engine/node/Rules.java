package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.Expression;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.List;

/// Decides by rules: the first whose condition holds. One without a condition always holds.
final class Rules {

    private Rules() {}

    static OrchestratorDecision decide(JsonObject config, JsonObject scope) {
        for (JsonValue item : config.array("rules").orElse(JsonArray.EMPTY)) {
            JsonObject rule = item.asObject().orElse(JsonObject.EMPTY);
            boolean holds = rule.string("when")
                    .map(when -> Expression.parse(when).test(scope, StepBudget.usual()))
                    .orElse(true);
            if (holds) {
                return OrchestratorDecision.of(rule.get("then"));
            }
        }
        return OrchestratorDecision.terminate("no-rule-applies");
    }

    /// Conditions that cannot be read.
    static List<String> problems(JsonObject config) {
        return problems(config, "config.rules");
    }

    /// @param place where the rules stand
    static List<String> problems(JsonObject config, String place) {
        List<String> problems = new ArrayList<>();
        JsonArray rules = config.array("rules").orElse(JsonArray.EMPTY);
        for (int index = 0; index < rules.size(); index++) {
            String when = rules.get(index)
                    .asObject()
                    .flatMap(rule -> rule.string("when"))
                    .orElse(null);
            try {
                if (when != null) {
                    Expression.parse(when);
                }
            } catch (ExpressionException e) {
                problems.add("%s.%d.when: %s".formatted(place, index, e.describe()));
            }
        }
        return problems;
    }
}
