package dev.waybill.agents.model;

import dev.waybill.engine.node.NodeResult;

/// A budget is used up: the node that would go on ends here.
public final class BudgetSpent extends RuntimeException {

    public static final String CODE = "budget_exhausted";

    private static final long serialVersionUID = 1;

    private final transient NodeResult result;

    BudgetSpent(NodeResult result) {
        super(CODE);
        this.result = result;
    }

    public NodeResult toNodeResult() {
        return result;
    }
}
