package dev.waybill.workflow.schema;

import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.LinearPattern;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.List;

/// A pattern of a schema: a linear one, with the one kind of look-ahead that schemas use and that stays linear.
///
/// `^(?!a)b` matches where `^b` does and `^a` does not: two searches instead of one. Look-ahead elsewhere is refused.
record SchemaPattern(String source, LinearPattern main, List<LinearPattern> required, List<LinearPattern> excluded) {

    private static final String ANCHOR = "^";
    private static final String NOT = "(?!";
    private static final String ALSO = "(?=";

    /// @throws ExpressionException with place, expected and found
    static SchemaPattern compile(String source) {
        List<LinearPattern> required = new ArrayList<>();
        List<LinearPattern> excluded = new ArrayList<>();
        String rest = source;
        while (leads(rest, NOT) || leads(rest, ALSO)) {
            int end = closing(rest, ANCHOR.length());
            if (end < 0 || hasBranches(rest.substring(end + 1))) {
                break;
            }
            LinearPattern look =
                    LinearPattern.compile("^(?:" + rest.substring(ANCHOR.length() + NOT.length(), end) + ")");
            (leads(rest, NOT) ? excluded : required).add(look);
            rest = ANCHOR + rest.substring(end + 1);
        }
        return new SchemaPattern(source, LinearPattern.compile(rest), List.copyOf(required), List.copyOf(excluded));
    }

    private static boolean leads(String source, String look) {
        return source.startsWith(ANCHOR + look);
    }

    /// Where the group that opens at a place closes; -1 when it does not.
    private static int closing(String source, int open) {
        int depth = 0;
        for (int i = open; i < source.length(); i = next(source, i)) {
            if (source.charAt(i) == '(') {
                depth++;
            } else if (source.charAt(i) == ')' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /// Whether a `|` outside of groups follows: then the look-ahead belongs to the first branch only.
    private static boolean hasBranches(String source) {
        int depth = 0;
        for (int i = 0; i < source.length(); i = next(source, i)) {
            char c = source.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == '|' && depth == 0) {
                return true;
            }
        }
        return false;
    }

    /// The next place that is neither escaped nor inside a class.
    private static int next(String source, int at) {
        if (source.charAt(at) == '\\') {
            return at + 2;
        }
        if (source.charAt(at) != '[') {
            return at + 1;
        }
        int i = at + 1;
        if (i < source.length() && source.charAt(i) == '^') {
            i++;
        }
        // A bracket that comes first means itself.
        i++;
        while (i < source.length() && source.charAt(i) != ']') {
            i += source.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /// @throws ExpressionException when the budget is used up
    boolean foundIn(String text, StepBudget budget) {
        return main.foundIn(text, budget)
                && required.stream().allMatch(look -> look.foundIn(text, budget))
                && excluded.stream().noneMatch(look -> look.foundIn(text, budget));
    }
}
