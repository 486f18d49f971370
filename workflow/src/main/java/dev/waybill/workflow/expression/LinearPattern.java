package dev.waybill.workflow.expression;

import java.util.Arrays;

/// A regular expression that takes time proportional to the text, whatever the pattern.
///
/// The pattern becomes a nondeterministic automaton; a search carries the set of all states along the text, so
/// nothing is ever tried twice. Backtracking matchers can take exponential time, which a stored condition of
/// somebody else's making must not be able to cause. The price: no back-references and no look-around.
public final class LinearPattern {

    private final String source;
    private final PatternFlags flags;
    private final PatternProgram program;

    private LinearPattern(String source, PatternFlags flags, PatternProgram program) {
        this.source = source;
        this.flags = flags;
        this.program = program;
    }

    /// Reads a pattern: literals, `.`, classes, `\d \w` (ASCII), `\s` and their opposites, groups, `|`, `* + ? {m,n}`,
    /// `^` and `$` for the ends of the text, `\b` and `\B` for the ends of words.
    ///
    /// @throws ExpressionException with place, expected and found
    public static LinearPattern compile(String source) {
        return compile(source, "");
    }

    /// Reads a pattern with flags as in ECMAScript: `i` ignores case, `m` lets `^` and `$` stand at the ends of lines,
    /// `s` lets `.` take them; `d`, `g` and `u` change nothing here.
    ///
    /// @throws ExpressionException with place, expected and found
    public static LinearPattern compile(String source, String flags) {
        PatternFlags read = PatternFlags.of(flags);
        return new LinearPattern(source, read, PatternParser.parse(source, read));
    }

    /// Whether some part of the text matches, like `test` in ECMAScript; anchor the pattern to ask for all of it.
    ///
    /// @throws ExpressionException when the budget is used up
    public boolean foundIn(String text, StepBudget budget) {
        budget.spend(program.size(), 0);
        var current = new States(program.size());
        var next = new States(program.size());
        int at = 0;
        while (true) {
            boolean atEnd = at == text.length();
            var place = new Place(text, at, flags.lines());
            add(current, 0, place);
            budget.spend(1 + current.count, 0);
            if (current.matched || atEnd) {
                return current.matched;
            }
            int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            step(current, next, codePoint, new Place(text, at, flags.lines()));
            States spare = current;
            current = next;
            next = spare;
        }
    }

    private void step(States current, States next, int codePoint, Place place) {
        next.clear();
        for (int i = 0; i < current.count; i++) {
            int state = current.members[i];
            CharacterSet set = program.set(state);
            if (set != null && set.contains(codePoint)) {
                add(next, state + 1, place);
            }
        }
    }

    /// Follows what consumes nothing, with a stack of its own: a program may be longer than a thread's stack is deep.
    private void add(States states, int start, Place place) {
        states.push(start);
        while (states.hasPending()) {
            int state = states.pop();
            if (!states.add(state)) {
                continue;
            }
            switch (program.kind(state)) {
                case SET -> {}
                case MATCH -> states.matched = true;
                case SPLIT -> {
                    states.push(state + 1);
                    states.push(program.target(state));
                }
                case JUMP -> states.push(program.target(state));
                case BEGIN -> pushIf(states, place.isBegin(), state + 1);
                case END -> pushIf(states, place.isEnd(), state + 1);
                case EDGE -> pushIf(states, place.isEdge(), state + 1);
                case NO_EDGE -> pushIf(states, !place.isEdge(), state + 1);
            }
        }
    }

    private static void pushIf(States states, boolean condition, int state) {
        if (condition) {
            states.push(state);
        }
    }

    public String source() {
        return source;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearPattern pattern && source.equals(pattern.source) && flags.equals(pattern.flags);
    }

    @Override
    public int hashCode() {
        return source.hashCode();
    }

    @Override
    public String toString() {
        return source;
    }

    /// Between two characters of the text, or at one of its ends.
    private record Place(String text, int at, boolean lines) {

        boolean isBegin() {
            return at == 0 || (lines && CharacterSet.LINE_END.contains(text.charAt(at - 1)));
        }

        boolean isEnd() {
            return at == text.length() || (lines && CharacterSet.LINE_END.contains(text.charAt(at)));
        }

        /// Whether a word begins or ends here.
        boolean isEdge() {
            return (at > 0 && CharacterSet.WORD.contains(text.charAt(at - 1)))
                    != (at < text.length() && CharacterSet.WORD.contains(text.charAt(at)));
        }
    }

    /// A set of states that is emptied in constant time per member.
    private static final class States {
        private final boolean[] present;
        private final int[] members;
        private int[] pending = new int[16];
        private int waiting;
        private int count;
        private boolean matched;

        States(int size) {
            present = new boolean[size];
            members = new int[size];
        }

        boolean add(int state) {
            if (present[state]) {
                return false;
            }
            present[state] = true;
            members[count++] = state;
            return true;
        }

        void push(int state) {
            if (waiting == pending.length) {
                pending = Arrays.copyOf(pending, 2 * waiting);
            }
            pending[waiting++] = state;
        }

        boolean hasPending() {
            return waiting > 0;
        }

        int pop() {
            return pending[--waiting];
        }

        void clear() {
            for (int i = 0; i < count; i++) {
                present[members[i]] = false;
            }
            count = 0;
            matched = false;
        }
    }
}
