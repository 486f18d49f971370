package dev.waybill.workflow.expression;

import java.util.ArrayList;
import java.util.List;

/// A linear pattern with the one kind of look-ahead that people use and that needs no backtracking: in front.
///
/// `^(?!a)b` matches where `^b` does and `^a` does not: two searches instead of one. Without the anchor the searches
/// are made at every place, which the budget bounds. Look-ahead elsewhere is refused.
public record LookAheadPattern(
        String source,
        boolean everywhere,
        LinearPattern main,
        List<LinearPattern> required,
        List<LinearPattern> excluded) {

    private static final String ANCHOR = "^";
    private static final String NOT = "(?!";
    private static final String ALSO = "(?=";

    /// @throws ExpressionException with place, expected and found
    public static LookAheadPattern compile(String source) {
        return compile(source, "");
    }

    /// @param flags as in [LinearPattern#compile(String, String)]
    /// @throws ExpressionException with place, expected and found
    public static LookAheadPattern compile(String source, String flags) {
        List<LinearPattern> required = new ArrayList<>();
        List<LinearPattern> excluded = new ArrayList<>();
        boolean anchored = source.startsWith(ANCHOR);
        String rest = anchored ? source.substring(ANCHOR.length()) : source;
        while ((rest.startsWith(NOT) || rest.startsWith(ALSO)) && flags.indexOf('m') < 0) {
            int end = closing(rest, 0);
            if (end < 0 || hasBranches(rest.substring(end + 1))) {
                break;
            }
            LinearPattern look = LinearPattern.compile("^(?:" + rest.substring(NOT.length(), end) + ")", flags);
            (rest.startsWith(NOT) ? excluded : required).add(look);
            rest = rest.substring(end + 1);
        }
        boolean everywhere = !anchored && !(required.isEmpty() && excluded.isEmpty());
        String main = everywhere ? "^(?:" + rest + ")" : anchored ? ANCHOR + rest : rest;
        return new LookAheadPattern(
                source, everywhere, LinearPattern.compile(main, flags), List.copyOf(required), List.copyOf(excluded));
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
    public boolean foundIn(String text, StepBudget budget) {
        if (!everywhere) {
            return holdsFor(text, budget);
        }
        // From the end, where what must not follow never follows.
        for (int at = text.length(); at >= 0; at--) {
            if (holdsFor(text.substring(at), budget)) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsFor(String text, StepBudget budget) {
        return main.foundIn(text, budget)
                && required.stream().allMatch(look -> look.foundIn(text, budget))
                && excluded.stream().noneMatch(look -> look.foundIn(text, budget));
    }
}
