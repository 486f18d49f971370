package dev.waybill.workflow.expression;

import dev.waybill.base.json.JsonValue;
import java.util.List;

/// One node of a read expression. Every term knows its place, so that errors do too.
sealed interface Term {

    int position();

    record Literal(JsonValue value, int position) implements Term {}

    record Root(String name, int position) implements Term {}

    record Member(Term of, Term key, int position) implements Term {}

    record ListOf(List<Term> items, int position) implements Term {}

    record Not(Term operand, int position) implements Term {}

    record Negate(Term operand, int position) implements Term {}

    record Binary(Operator operator, Term left, Term right, int position) implements Term {}

    record Choice(Term condition, Term then, Term otherwise, int position) implements Term {}

    record Call(Function function, List<Term> arguments, int position) implements Term {}
}
