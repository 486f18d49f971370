package dev.waybill.workflow.expression;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The automaton of a pattern as a list of instructions; its size is bounded, because `{m,n}` copies its operand.
final class PatternProgram {

    private static final int LONGEST = 4_000;

    enum Kind {
        SET,
        SPLIT,
        JUMP,
        BEGIN,
        END,
        EDGE,
        NO_EDGE,
        MATCH
    }

    private final List<Instruction> instructions = new ArrayList<>();

    /// @param target where a jump goes, or the second way of a split
    private record Instruction(Kind kind, @Nullable CharacterSet set, int target) {}

    static PatternProgram of(PatternNode node) {
        var program = new PatternProgram();
        program.emit(node);
        program.put(Kind.MATCH, null, 0);
        return program;
    }

    int size() {
        return instructions.size();
    }

    Kind kind(int state) {
        return instructions.get(state).kind;
    }

    @Nullable
    CharacterSet set(int state) {
        return instructions.get(state).set;
    }

    int target(int state) {
        return instructions.get(state).target;
    }

    private void emit(PatternNode node) {
        switch (node) {
            case PatternNode.One(var set) -> put(Kind.SET, set, 0);
            case PatternNode.Begin _ -> put(Kind.BEGIN, null, 0);
            case PatternNode.End _ -> put(Kind.END, null, 0);
            case PatternNode.Edge(boolean here) -> put(here ? Kind.EDGE : Kind.NO_EDGE, null, 0);
            case PatternNode.Sequence(var parts) -> parts.forEach(this::emit);
            case PatternNode.Either(var ways) -> emitEither(ways);
            case PatternNode.Repeat(var part, int least, int most) -> emitRepeat(part, least, most);
        }
    }

    private void emitEither(List<PatternNode> ways) {
        List<Integer> exits = new ArrayList<>();
        for (PatternNode way : ways.subList(0, ways.size() - 1)) {
            int split = put(Kind.SPLIT, null, 0);
            emit(way);
            exits.add(put(Kind.JUMP, null, 0));
            aim(split, size());
        }
        emit(ways.getLast());
        exits.forEach(exit -> aim(exit, size()));
    }

    private void emitRepeat(PatternNode part, int least, int most) {
        for (int i = 0; i < least; i++) {
            emit(part);
        }
        if (most == PatternNode.Repeat.FOREVER) {
            int split = put(Kind.SPLIT, null, 0);
            emit(part);
            put(Kind.JUMP, null, split);
            aim(split, size());
            return;
        }
        List<Integer> splits = new ArrayList<>();
        for (int i = least; i < most; i++) {
            splits.add(put(Kind.SPLIT, null, 0));
            emit(part);
        }
        splits.forEach(split -> aim(split, size()));
    }

    private int put(Kind kind, @Nullable CharacterSet set, int target) {
        if (size() == LONGEST) {
            throw new ExpressionException(
                    ExpressionCode.TOO_LARGE, 0, "expected a pattern of at most %d states".formatted(LONGEST));
        }
        instructions.add(new Instruction(kind, set, target));
        return size() - 1;
    }

    private void aim(int state, int target) {
        Instruction old = instructions.get(state);
        instructions.set(state, new Instruction(old.kind, old.set, target));
    }
}
