package dev.waybill.workflow.expression;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A condition or a computed value, read once and evaluated often: literals, paths, comparisons, logic,
/// arithmetic and a few functions over JSON. It always ends, changes nothing and asks nobody.
public final class Expression {

    /// Longer than what anybody writes by hand.
    public static final int LONGEST = 8_192;

    /// The names that a path may start with.
    public static final Set<String> ROOTS = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(
            "output",
            "status",
            "variables",
            "inputs",
            "nodes",
            "channels",
            "configurable",
            "transcript",
            "lastTurn",
            "review")));

    private final String source;
    private final Term term;

    private Expression(String source, Term term) {
        this.source = source;
        this.term = term;
    }

    /// Reads an expression.
    ///
    /// @throws ExpressionException with place, expected and found
    public static Expression parse(String source) {
        checkLength(source);
        return new Expression(source, Parser.parse(source, ROOTS));
    }

    /// Reads an expression that is a path and nothing more: the left side of an edge's condition.
    ///
    /// @throws ExpressionException with place, expected and found
    public static Expression parsePath(String source) {
        Expression expression = parse(source);
        if (!isPath(expression.term)) {
            throw ExpressionException.syntax(0, "a path such as output.approved", "another expression");
        }
        return expression;
    }

    private static void checkLength(String source) {
        if (source.length() > LONGEST) {
            throw new ExpressionException(
                    ExpressionCode.TOO_LARGE,
                    LONGEST,
                    "expected at most %d characters, found %d".formatted(LONGEST, source.length()));
        }
    }

    private static boolean isPath(Term term) {
        Term rest = term;
        while (rest instanceof Term.Member member && member.key() instanceof Term.Literal) {
            rest = member.of();
        }
        return rest instanceof Term.Root;
    }

    /// The value over a scope, an object whose members are [#ROOTS]; a root that is not there is null.
    ///
    /// @throws ExpressionException when there is no value, or the budget is used up
    public JsonValue evaluate(JsonObject scope, StepBudget budget) {
        return new Evaluator(scope, budget).value(term);
    }

    /// The value where it must be true or false; nothing else is taken for either.
    ///
    /// @throws ExpressionException when it is anything else
    public boolean test(JsonObject scope, StepBudget budget) {
        JsonValue value = evaluate(scope, budget);
        if (value instanceof JsonBool bool) {
            return bool.value();
        }
        throw ExpressionException.wrongKind(term.position(), "a condition that is true or false", value.kind());
    }

    /// What the expression reads, in the order of its text.
    public List<Reference> references() {
        List<Reference> references = new ArrayList<>();
        collect(term, references);
        return references;
    }

    private static void collect(Term term, List<Reference> references) {
        switch (term) {
            case Term.Literal _ -> {}
            case Term.Root root -> references.add(new Reference(root.name(), null, root.position()));
            case Term.Member member -> collectMember(member, references);
            case Term.ListOf list -> collectAll(list.items(), references);
            case Term.Not not -> collect(not.operand(), references);
            case Term.Negate negate -> collect(negate.operand(), references);
            case Term.Binary binary -> collectAll(List.of(binary.left(), binary.right()), references);
            case Term.Choice choice ->
                collectAll(List.of(choice.condition(), choice.then(), choice.otherwise()), references);
            case Term.Call call -> collectAll(call.arguments(), references);
        }
    }

    private static void collectMember(Term.Member member, List<Reference> references) {
        if (member.of() instanceof Term.Root root
                && member.key() instanceof Term.Literal key
                && key.value() instanceof JsonString(var name)) {
            references.add(new Reference(root.name(), name, key.position()));
        } else {
            collectAll(List.of(member.of(), member.key()), references);
        }
    }

    private static void collectAll(List<Term> terms, List<Reference> references) {
        terms.forEach(term -> collect(term, references));
    }

    /// The text that was read.
    public String source() {
        return source;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Expression expression && source.equals(expression.source);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }

    @Override
    public String toString() {
        return source;
    }
}
