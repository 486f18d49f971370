package dev.waybill.workflow.guided;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Steps that are repeated. Loops may stand inside loops.
///
/// @param maxIterations more rounds than this are refused out loud, never cut silently
/// @param iterationVar the variable that holds the number of the round, from 1
public record LoopStep(
        String id,
        String title,
        @Nullable GuidedCondition runCondition,
        Rule rule,
        int maxIterations,
        String iterationVar,
        List<GuidedStep> body)
        implements GuidedStep {

    public static final String ITERATION = "currentIteration";
    public static final String ITEM = "currentItem";
    public static final String INDEX = "currentIndex";

    public LoopStep {
        body = List.copyOf(body);
    }

    /// What decides about another round.
    public sealed interface Rule {

        /// Before each round and each step of it. `until` is the negation, written out by the reader.
        record WhileCondition(GuidedCondition condition) implements Rule {}

        /// The agent's word in the round before: an artifact of this contract with `decision` continue or stop.
        record WhileArtifact(String contractRef) implements Rule {}

        /// So many rounds; one of the two is set.
        record Times(@Nullable Integer count, @Nullable String countVar) implements Rule {}

        /// One round for each item of the list in a variable.
        record ForEach(String itemsVar, String itemVar, String indexVar) implements Rule {}
    }
}
