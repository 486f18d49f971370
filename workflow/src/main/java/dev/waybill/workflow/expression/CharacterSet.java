package dev.waybill.workflow.expression;

import java.util.ArrayList;
import java.util.List;

/// The code points that one place of a pattern accepts.
record CharacterSet(List<Range> ranges, boolean negated, boolean ignoresCase) {

    record Range(int first, int last) {}

    CharacterSet(List<Range> ranges, boolean negated) {
        this(ranges, negated, false);
    }

    static final CharacterSet DIGIT = of(false, new Range('0', '9'));
    static final CharacterSet WORD =
            of(false, new Range('0', '9'), new Range('A', 'Z'), new Range('_', '_'), new Range('a', 'z'));

    /// As in ECMAScript, which JSON Schema follows: the spaces of Unicode, line ends and the byte order mark.
    static final CharacterSet SPACE = of(
            false,
            new Range('\t', '\r'),
            new Range(' ', ' '),
            new Range(0xA0, 0xA0),
            new Range(0x1680, 0x1680),
            new Range(0x2000, 0x200A),
            new Range(0x2028, 0x2029),
            new Range(0x202F, 0x202F),
            new Range(0x205F, 0x205F),
            new Range(0x3000, 0x3000),
            new Range(0xFEFF, 0xFEFF));

    static final CharacterSet LINE_END =
            of(false, new Range('\n', '\n'), new Range('\r', '\r'), new Range(0x2028, 0x2029));

    /// Everything but a line's end, as `.` has it.
    static final CharacterSet ANY = LINE_END.opposite();

    static final CharacterSet ALL = of(true);

    private static CharacterSet of(boolean negated, Range... ranges) {
        return new CharacterSet(List.of(ranges), negated);
    }

    static CharacterSet one(int codePoint) {
        return of(false, new Range(codePoint, codePoint));
    }

    CharacterSet opposite() {
        return new CharacterSet(ranges, !negated);
    }

    CharacterSet withoutCase() {
        return new CharacterSet(ranges, negated, true);
    }

    /// The same set as ranges without negation, for use inside a class.
    List<Range> positive() {
        if (!negated) {
            return ranges;
        }
        List<Range> gaps = new ArrayList<>();
        int from = 0;
        for (Range range : ranges) {
            if (range.first > from) {
                gaps.add(new Range(from, range.first - 1));
            }
            from = range.last + 1;
        }
        gaps.add(new Range(from, Character.MAX_CODE_POINT));
        return gaps;
    }

    boolean contains(int codePoint) {
        boolean listed = isListed(codePoint)
                || (ignoresCase
                        && (isListed(Character.toLowerCase(codePoint)) || isListed(Character.toUpperCase(codePoint))));
        return listed != negated;
    }

    private boolean isListed(int codePoint) {
        for (Range range : ranges) {
            if (codePoint >= range.first && codePoint <= range.last) {
                return true;
            }
        }
        return false;
    }
}
