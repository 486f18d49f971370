package dev.waybill.workflow.expression;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the pattern language of [LinearPattern].
final class PatternParser {

    private static final int LONGEST = 1_000;
    private static final int DEEPEST = 50;
    private static final int MOST_REPEATS = 1_000;

    private final String source;
    private final PatternFlags flags;
    private int at;
    private int depth;

    private PatternParser(String source, PatternFlags flags) {
        this.source = source;
        this.flags = flags;
    }

    static PatternProgram parse(String source, PatternFlags flags) {
        if (source.length() > LONGEST) {
            throw new ExpressionException(
                    ExpressionCode.TOO_LARGE,
                    LONGEST,
                    "expected a pattern of at most %d characters".formatted(LONGEST));
        }
        var parser = new PatternParser(source, flags);
        PatternNode node = parser.either();
        if (parser.at < source.length()) {
            throw parser.expected("no \")\" without \"(\"");
        }
        return PatternProgram.of(node);
    }

    private PatternNode either() {
        List<PatternNode> ways = new ArrayList<>();
        ways.add(sequence());
        while (skip('|')) {
            ways.add(sequence());
        }
        return ways.size() == 1 ? ways.getFirst() : new PatternNode.Either(ways);
    }

    private PatternNode sequence() {
        List<PatternNode> parts = new ArrayList<>();
        while (at < source.length() && source.charAt(at) != '|' && source.charAt(at) != ')') {
            parts.add(repeated(atom()));
        }
        return new PatternNode.Sequence(parts);
    }

    private PatternNode repeated(PatternNode part) {
        PatternNode repeated = quantified(part);
        if (repeated != null) {
            // Whether it takes much or little first does not change whether there is a match.
            skip('?');
            if (at < source.length() && "*+?{".indexOf(source.charAt(at)) >= 0) {
                throw expected("no second quantifier");
            }
        }
        return repeated == null ? part : repeated;
    }

    private @Nullable PatternNode quantified(PatternNode part) {
        if (skip('*')) {
            return new PatternNode.Repeat(part, 0, PatternNode.Repeat.FOREVER);
        }
        if (skip('+')) {
            return new PatternNode.Repeat(part, 1, PatternNode.Repeat.FOREVER);
        }
        if (skip('?')) {
            return new PatternNode.Repeat(part, 0, 1);
        }
        return skip('{') ? counted(part) : null;
    }

    private PatternNode counted(PatternNode part) {
        int least = number();
        int most = least;
        if (skip(',')) {
            most = at < source.length() && source.charAt(at) == '}' ? PatternNode.Repeat.FOREVER : number();
        }
        require('}');
        if (most != PatternNode.Repeat.FOREVER && most < least) {
            throw expected("{m,n} with m <= n");
        }
        return new PatternNode.Repeat(part, least, most);
    }

    private int number() {
        int value = 0;
        int start = at;
        while (at < source.length() && source.charAt(at) >= '0' && source.charAt(at) <= '9') {
            value = 10 * value + source.charAt(at++) - '0';
            if (value > MOST_REPEATS) {
                throw expected("at most %d repetitions".formatted(MOST_REPEATS));
            }
        }
        if (at == start) {
            throw expected("a number");
        }
        return value;
    }

    private PatternNode atom() {
        int codePoint = take("a character");
        return switch (codePoint) {
            case '(' -> group();
            case '[' -> one(new PatternClass().read());
            case '^' -> new PatternNode.Begin();
            case '$' -> new PatternNode.End();
            case '.' -> new PatternNode.One(flags.dotTakesAll() ? CharacterSet.ALL : CharacterSet.ANY);
            case '\\' -> escaped();
            case '*', '+', '?', '{' -> {
                at--;
                throw expected("something to repeat; write \\ before a character that means itself");
            }
            default -> one(CharacterSet.one(codePoint));
        };
    }

    private PatternNode one(CharacterSet set) {
        return new PatternNode.One(flags.ignoresCase() ? set.withoutCase() : set);
    }

    private PatternNode escaped() {
        if (skip('b')) {
            return new PatternNode.Edge(true);
        }
        return skip('B') ? new PatternNode.Edge(false) : one(escape());
    }

    private PatternNode group() {
        if (++depth > DEEPEST) {
            throw expected("at most %d nested groups".formatted(DEEPEST));
        }
        if (skip('?') && !skip(':')) {
            throw expected("(?: after (?; look-around and named groups are not part of the language");
        }
        PatternNode inner = either();
        require(')');
        depth--;
        return inner;
    }

    private CharacterSet escape() {
        int codePoint = take("a character after \\");
        return switch (codePoint) {
            case 'd' -> CharacterSet.DIGIT;
            case 'D' -> CharacterSet.DIGIT.opposite();
            case 'w' -> CharacterSet.WORD;
            case 'W' -> CharacterSet.WORD.opposite();
            case 's' -> CharacterSet.SPACE;
            case 'S' -> CharacterSet.SPACE.opposite();
            case 'n' -> CharacterSet.one('\n');
            case 't' -> CharacterSet.one('\t');
            case 'r' -> CharacterSet.one('\r');
            case 'f' -> CharacterSet.one('\f');
            case 'u' -> CharacterSet.one(unicode());
            default -> CharacterSet.one(itself(codePoint));
        };
    }

    private int itself(int codePoint) {
        boolean alphanumeric = CharacterSet.WORD.contains(codePoint) && codePoint != '_';
        if (alphanumeric) {
            at--;
            throw expected("\\d \\w \\s \\D \\W \\S \\n \\t \\r \\f \\uXXXX or a punctuation mark after \\");
        }
        return codePoint;
    }

    /// One escape, or the two of a character beyond the first 65,536.
    private int unicode() {
        int first = hexadecimal();
        boolean two = Character.isHighSurrogate((char) first) && source.startsWith("\\u", at);
        if (!two) {
            return first;
        }
        int start = at;
        at += 2;
        int second = hexadecimal();
        if (Character.isLowSurrogate((char) second)) {
            return Character.toCodePoint((char) first, (char) second);
        }
        at = start;
        return first;
    }

    private int hexadecimal() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(take("four hexadecimal digits"), 16);
            if (digit < 0) {
                at--;
                throw expected("four hexadecimal digits");
            }
            value = 16 * value + digit;
        }
        return value;
    }

    private int take(String what) {
        if (at == source.length()) {
            throw expected(what);
        }
        int codePoint = source.codePointAt(at);
        at += Character.charCount(codePoint);
        return codePoint;
    }

    private boolean skip(char c) {
        boolean here = at < source.length() && source.charAt(at) == c;
        at += here ? 1 : 0;
        return here;
    }

    private void require(char c) {
        if (!skip(c)) {
            throw expected("\"" + c + "\"");
        }
    }

    private ExpressionException expected(String what) {
        int place = Math.min(Math.max(at, 0), source.length());
        String found =
                place < source.length() ? "\"" + Character.toString(source.codePointAt(place)) + "\"" : "the end";
        return ExpressionException.syntax(place, what, found);
    }

    /// The inside of `[…]`.
    private final class PatternClass {

        private final List<CharacterSet.Range> ranges = new ArrayList<>();

        CharacterSet read() {
            boolean negated = skip('^');
            boolean first = true;
            while (first || at == source.length() || source.charAt(at) != ']') {
                member();
                first = false;
            }
            at++;
            return new CharacterSet(List.copyOf(ranges), negated);
        }

        private void member() {
            CharacterSet set = one();
            boolean single = isSingle(set);
            boolean range = at + 1 < source.length() && source.charAt(at) == '-' && source.charAt(at + 1) != ']';
            if (!range) {
                ranges.addAll(set.positive());
                return;
            }
            at++;
            CharacterSet end = one();
            if (!single || !isSingle(end) || firstOf(end) < firstOf(set)) {
                throw expected("a range from a lower to a higher character");
            }
            ranges.add(new CharacterSet.Range(firstOf(set), firstOf(end)));
        }

        private CharacterSet one() {
            int codePoint = take("\"]\"");
            return codePoint == '\\' ? escape() : CharacterSet.one(codePoint);
        }

        private boolean isSingle(CharacterSet set) {
            return !set.negated()
                    && set.ranges().size() == 1
                    && set.ranges().getFirst().first()
                            == set.ranges().getFirst().last();
        }

        private int firstOf(CharacterSet set) {
            return set.ranges().getFirst().first();
        }
    }
}
