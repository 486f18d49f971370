package dev.waybill.workflow;

import dev.waybill.workflow.expression.Expression;
import dev.waybill.workflow.expression.ExpressionCode;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LinearPattern;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the expressions and patterns inside a definition; what they refer to is noted as a use.
record ExpressionReader(Names names) {

    static final String LANGUAGE = "see docs/workflow-definitions.md for the language";

    @Nullable
    Expression expression(Members members, String name) {
        return read(members, name, Expression::parse);
    }

    @Nullable
    Expression path(Members members, String name) {
        return read(members, name, Expression::parsePath);
    }

    private @Nullable Expression read(Members members, String name, Function<String, Expression> parse) {
        String source = members.text(name);
        if (source.isEmpty()) {
            return null;
        }
        try {
            Expression expression = parse.apply(source);
            names.use(expression, members.pointer(name));
            return expression;
        } catch (ExpressionException e) {
            members.findings()
                    .error(members.pointer(name), DefinitionCode.BAD_EXPRESSION, e.describe(), hint(source, e));
            return null;
        }
    }

    private static String hint(String source, ExpressionException problem) {
        if (problem.code() != ExpressionCode.UNKNOWN_NAME) {
            return LANGUAGE;
        }
        String word = wordAt(source, problem.position());
        return Suggestion.nearest(word, Expression.ROOTS)
                .map(root -> "did you mean \"" + root + "\"?")
                .orElse("write output.%1$s for the source's output or variables.%1$s for a variable".formatted(word));
    }

    private static String wordAt(String source, int position) {
        int end = position;
        while (end < source.length() && (Character.isLetterOrDigit(source.charAt(end)) || source.charAt(end) == '_')) {
            end++;
        }
        return Members.shown(source.substring(position, end));
    }

    static @Nullable LinearPattern pattern(String source, String pointer, Findings findings) {
        try {
            return LinearPattern.compile(source);
        } catch (ExpressionException e) {
            findings.error(pointer, DefinitionCode.BAD_PATTERN, e.describe(), LANGUAGE);
            return null;
        }
    }
}
