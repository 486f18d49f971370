package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.guided.GuidedWorkflow;
import dev.waybill.workflow.guided.LoopStep;
import dev.waybill.workflow.guided.LoopStep.Rule.WhileArtifact;
import dev.waybill.workflow.guided.OutputContract;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.List;

/// The agent's word about another round, in one call.
///
/// Only artifacts of the current call count, the last valid one wins, and ids in it are ignored, because agents
/// copy wrong ones. It speaks to the innermost loop around the step that waits for such a word. A loop outside
/// others that is reached in the same call hears it too: workflows exist that rely on it.
record LoopDecision(GuidedWorkflow workflow, Payload payload) {

    private static final long BUDGET = 1_000_000;

    /// The depth of the loop that is to stop, among those around the step; [Walk#NO_LOOP] when all go on.
    int stopped(List<LoopStep> around) {
        for (int depth = around.size() - 1; depth >= 0; depth--) {
            if (around.get(depth).rule() instanceof WhileArtifact) {
                return stops(around.get(depth)) ? depth : Walk.NO_LOOP;
            }
        }
        return Walk.NO_LOOP;
    }

    /// Whether a loop waits for such a word, and it is to stop.
    boolean stops(LoopStep loop) {
        return loop.rule() instanceof WhileArtifact rule
                && workflow.contract(rule.contractRef()).filter(this::saysStop).isPresent();
    }

    private boolean saysStop(OutputContract contract) {
        List<Integer> words = payload.ofKind(contract.kind());
        if (words.isEmpty()) {
            return false;
        }
        var schema = JsonSchema.compile(contract.schema());
        return words.reversed().stream()
                .map(payload.artifacts()::get)
                .filter(artifact -> fits(schema, artifact))
                .findFirst()
                .flatMap(artifact -> artifact.string("decision"))
                .filter("stop"::equals)
                .isPresent();
    }

    private static boolean fits(JsonSchema schema, JsonObject artifact) {
        try {
            return schema.validate(artifact, StepBudget.of(BUDGET)).isEmpty();
        } catch (ExpressionException _) {
            return false;
        }
    }
}
