package dev.waybill.workflow.expression;

import java.util.List;

/// A read pattern, before it becomes an automaton.
sealed interface PatternNode {

    record One(CharacterSet set) implements PatternNode {}

    record Begin() implements PatternNode {}

    record End() implements PatternNode {}

    /// The end of a word, or anywhere but there.
    record Edge(boolean here) implements PatternNode {}

    record Sequence(List<PatternNode> parts) implements PatternNode {}

    record Either(List<PatternNode> ways) implements PatternNode {}

    /// @param most or [#FOREVER]
    record Repeat(PatternNode part, int least, int most) implements PatternNode {
        static final int FOREVER = -1;
    }
}
