package dev.waybill.workflow.expression;

/// How many steps evaluations may still take. One step is one term, one compared value or one character looked at.
/// It is counted, never timed, so that a replay stops exactly where the first run stopped.
public final class StepBudget {

    /// Enough for every condition a person would write, and a fraction of a millisecond.
    public static final long USUAL = 100_000;

    private long left;

    private StepBudget(long left) {
        this.left = left;
    }

    public static StepBudget of(long steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("a budget must be >= 0 steps, was " + steps);
        }
        return new StepBudget(steps);
    }

    public static StepBudget usual() {
        return new StepBudget(USUAL);
    }

    public long left() {
        return left;
    }

    /// @throws ExpressionException when there are not so many left
    public void spend(long steps) {
        spend(steps, 0);
    }

    void spend(long steps, int position) {
        if (steps > left) {
            left = 0;
            throw new ExpressionException(
                    ExpressionCode.BUDGET_EXHAUSTED,
                    position,
                    "the step budget is used up; compare smaller values or split the expression");
        }
        left -= steps;
    }
}
