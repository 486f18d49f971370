package dev.waybill.receipt.record;

import dev.waybill.receipt.workflow.StepId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.IntFunction;

/// Steps brought together by joins, so that nobody names more than 16 parents.
///
/// @param joins in the order in which they must be signed
/// @param parents what the step behind them names
public record JoinTree(List<Join> joins, List<StepId> parents) {

    /// What a join's receipt says as its tool.
    public static final String TOOL = "join";

    /// As many as one receipt may name.
    public static final int MOST_PARENTS = 16;

    /// A step that does nothing but bring others together.
    public record Join(StepId step, List<StepId> parents) {}

    public JoinTree {
        joins = List.copyOf(joins);
        parents = List.copyOf(parents);
    }

    /// @param ids gives each join its step id, by its number from 0
    public static JoinTree of(Collection<StepId> steps, IntFunction<StepId> ids) {
        Collection<StepId> distinct = steps.size() < 2 ? steps : new LinkedHashSet<>(steps);
        if (distinct.size() <= MOST_PARENTS) {
            return new JoinTree(List.of(), List.copyOf(distinct));
        }
        ArrayDeque<StepId> open = new ArrayDeque<>(distinct);
        List<Join> joins = new ArrayList<>();
        while (open.size() > MOST_PARENTS) {
            // Oldest first, so that the tree stays flat.
            int surplus = open.size() - MOST_PARENTS + 1;
            List<StepId> group = new ArrayList<>();
            while (group.size() < Math.min(MOST_PARENTS, surplus)) {
                group.add(open.remove());
            }
            Join join = new Join(ids.apply(joins.size()), List.copyOf(group));
            joins.add(join);
            open.add(join.step());
        }
        return new JoinTree(joins, List.copyOf(open));
    }
}
