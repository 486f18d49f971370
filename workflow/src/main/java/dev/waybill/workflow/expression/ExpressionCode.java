package dev.waybill.workflow.expression;

/// What kind of rule an expression or pattern broke; the names are stable.
public enum ExpressionCode {
    /// Not a sentence of the language.
    SYNTAX,
    /// Longer or deeper than the language allows.
    TOO_LARGE,
    /// A name or function that does not exist here.
    UNKNOWN_NAME,
    /// An operator or function met a value of a kind it is not made for.
    WRONG_KIND,
    /// A division by zero, or a number beyond ±(2^53 - 1).
    NUMBER_OUT_OF_RANGE,
    /// The step budget is used up.
    BUDGET_EXHAUSTED
}
