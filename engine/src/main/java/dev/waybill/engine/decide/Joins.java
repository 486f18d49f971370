package dev.waybill.engine.decide;

import dev.waybill.engine.state.Arrival;
import dev.waybill.engine.state.NodeState;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.TriggerRule;
import dev.waybill.workflow.WorkflowEdge;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// When a node with several ways in may start.
///
/// An edge that was not taken does not count against `all_success`, as long as another one was: two exclusive branches
/// meet again. Edges with different rules are judged rule by rule, and every rule must hold.
final class Joins {

    private Joins() {}

    static boolean holds(CompiledWorkflow workflow, NodeState node) {
        if (node.arrivals().isEmpty()) {
            return false;
        }
        Map<TriggerRule, Tally> byRule = new EnumMap<>(TriggerRule.class);
        for (WorkflowEdge edge : workflow.incoming(node.id())) {
            if (!workflow.isBackEdge(edge) && workflow.isReachable(edge.source())) {
                byRule.computeIfAbsent(edge.triggerRule(), _ -> new Tally())
                        .count(node.arrivals().get(edge.id()));
            }
        }
        return byRule.entrySet().stream().allMatch(rule -> rule.getValue().satisfies(rule.getKey()));
    }

    /// What came in on the edges of one rule.
    private static final class Tally {
        private int open;
        private int taken;
        private int failed;

        void count(@Nullable Arrival arrival) {
            switch (arrival == null ? null : arrival.kind()) {
                case null -> open++;
                case SUCCESS -> taken++;
                case FAILED -> failed++;
                case NOT_TAKEN -> {
                    // It has arrived, and counts neither way.
                }
            }
        }

        boolean satisfies(TriggerRule rule) {
            return switch (rule) {
                case ALL_SUCCESS -> open == 0 && taken > 0 && failed == 0;
                case ANY_SUCCESS -> taken > 0;
                case ALL_COMPLETE -> open == 0;
                case NONE_FAILED -> open == 0 && failed == 0;
                case ANY_FAILED -> failed > 0;
            };
        }
    }
}
