package dev.waybill.workflow.expression;

/// How a pattern is read.
///
/// @param lines whether `^` and `$` also stand at the ends of lines
/// @param dotTakesAll whether `.` also takes the end of a line
record PatternFlags(boolean ignoresCase, boolean lines, boolean dotTakesAll) {

    private static final String KNOWN = "dgimsu";

    /// @throws ExpressionException for a letter that the language has not
    static PatternFlags of(String letters) {
        for (int i = 0; i < letters.length(); i++) {
            if (KNOWN.indexOf(letters.charAt(i)) < 0) {
                throw ExpressionException.syntax(i, "flags of " + KNOWN, "\"" + letters.charAt(i) + "\"");
            }
        }
        return new PatternFlags(letters.indexOf('i') >= 0, letters.indexOf('m') >= 0, letters.indexOf('s') >= 0);
    }
}
