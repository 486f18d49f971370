package dev.waybill.workflow.expression;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads an expression by precedence climbing. Depth is bounded, so that neither reading nor evaluating
/// can exhaust a thread's stack.
final class Parser {

    private static final int DEEPEST = 200;

    private final List<Token> tokens;
    private final Set<String> roots;
    private int at;
    private int depth;

    private Parser(List<Token> tokens, Set<String> roots) {
        this.tokens = tokens;
        this.roots = roots;
    }

    static Term parse(String source, Set<String> roots) {
        var parser = new Parser(Lexer.tokens(source), roots);
        Term term = parser.expression();
        if (parser.peek().kind() != Token.Kind.END) {
            throw ExpressionException.syntax(
                    parser.peek().position(),
                    "an operator or the end",
                    parser.peek().describe());
        }
        return term;
    }

    private Term expression() {
        enter();
        Term condition = binary(Operator.LOOSEST);
        if (!peek().is("?")) {
            depth--;
            return condition;
        }
        int position = next().position();
        Term then = expression();
        expect(":");
        Term otherwise = expression();
        depth--;
        return new Term.Choice(condition, then, otherwise, position);
    }

    private Term binary(int rank) {
        Term left = unary();
        int chain = 0;
        for (Operator operator = Operator.of(peek());
                operator != null && operator.rank() >= rank;
                operator = Operator.of(peek())) {
            int position = next().position();
            // A chain of equal operators grows a tree to the left: it counts as depth.
            enter();
            chain++;
            left = new Term.Binary(operator, left, binary(operator.rank() + 1), position);
        }
        depth -= chain;
        return left;
    }

    private Term unary() {
        Token token = peek();
        if (!token.is("!") && !token.is("-")) {
            return path(primary());
        }
        next();
        enter();
        Term operand = unary();
        depth--;
        return token.is("!") ? new Term.Not(operand, token.position()) : new Term.Negate(operand, token.position());
    }

    private Term path(Term start) {
        Term term = start;
        int chain = 0;
        while (peek().is(".") || peek().is("[")) {
            Token mark = next();
            enter();
            chain++;
            term = mark.is(".") ? memberByName(term) : memberByKey(term);
        }
        depth -= chain;
        return term;
    }

    private Term memberByName(Term of) {
        Token name = next();
        if (name.kind() != Token.Kind.NAME) {
            throw ExpressionException.syntax(name.position(), "a member name after \".\"", name.describe());
        }
        return new Term.Member(of, new Term.Literal(new JsonString(name.text()), name.position()), name.position());
    }

    private Term memberByKey(Term of) {
        Term key = expression();
        expect("]");
        return new Term.Member(of, key, key.position());
    }

    private Term primary() {
        Token token = next();
        return switch (token.kind()) {
            case NUMBER -> new Term.Literal(Numbers.literal(new JsonNumber(token.text()), token), token.position());
            case STRING -> new Term.Literal(new JsonString(token.text()), token.position());
            case NAME -> named(token);
            case SYMBOL, END -> grouped(token);
        };
    }

    private Term grouped(Token token) {
        if (token.is("(")) {
            Term term = expression();
            expect(")");
            return term;
        }
        if (token.is("[")) {
            return new Term.ListOf(listUntil("]"), token.position());
        }
        throw ExpressionException.syntax(token.position(), "a value", token.describe());
    }

    private Term named(Token name) {
        return switch (name.text()) {
            case "true" -> new Term.Literal(JsonBool.TRUE, name.position());
            case "false" -> new Term.Literal(JsonBool.FALSE, name.position());
            case "null" -> new Term.Literal(JsonNull.NULL, name.position());
            default -> peek().is("(") ? call(name) : root(name);
        };
    }

    private Term call(Token name) {
        next();
        Function function = Function.named(name);
        List<Term> arguments = listUntil(")");
        function.checkCount(arguments.size(), name.position());
        return new Term.Call(function, arguments, name.position());
    }

    private Term root(Token name) {
        if (!roots.contains(name.text())) {
            throw new ExpressionException(
                    ExpressionCode.UNKNOWN_NAME,
                    name.position(),
                    "expected one of %s, found \"%s\"".formatted(String.join(", ", roots), name.text()));
        }
        return new Term.Root(name.text(), name.position());
    }

    private List<Term> listUntil(String end) {
        List<Term> items = new ArrayList<>();
        if (peek().is(end)) {
            next();
            return items;
        }
        items.add(expression());
        while (peek().is(",")) {
            next();
            items.add(expression());
        }
        expect(end);
        return items;
    }

    private void enter() {
        if (++depth > DEEPEST) {
            throw new ExpressionException(
                    ExpressionCode.TOO_LARGE,
                    peek().position(),
                    "expected at most %d nested terms; split the expression".formatted(DEEPEST));
        }
    }

    private void expect(String symbol) {
        Token token = next();
        if (!token.is(symbol)) {
            throw ExpressionException.syntax(token.position(), "\"" + symbol + "\"", token.describe());
        }
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }
}
