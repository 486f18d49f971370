package dev.waybill.base.json;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Bytes that are not the strict JSON that was asked for.
///
/// Refusals are ordinary answers here and can be frequent, so they carry no stack trace.
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// What kind of rule was broken; the names are stable.
    public enum Problem {
        /// Not JSON at all.
        SYNTAX,
        /// A document of another kind where an object was asked for.
        NOT_AN_OBJECT,
        /// Two members of one object have the same name after unescaping.
        DUPLICATE_MEMBER,
        /// Bad UTF-8, a bad escape, a lone surrogate or a noncharacter.
        INVALID_STRING,
        /// A magnitude above 2^53 - 1, which readers of other languages would round.
        NUMBER_OUT_OF_RANGE,
        /// More depth, members, items or text than the reader's limits allow.
        LIMIT_EXCEEDED
    }

    private static final int SHOWN_BEFORE = 60;
    private static final int SHOWN_AFTER = 20;

    private final Problem problem;
    private final int offset;
    private final String detail;

    JsonException(Problem problem, int offset, String message) {
        super(message + " (at byte " + offset + ")", null, false, false);
        this.problem = problem;
        this.offset = offset;
        this.detail = message;
    }

    /// About a value that is not written yet.
    JsonException(Problem problem, String message) {
        super(message, null, false, false);
        this.problem = problem;
        this.offset = 0;
        this.detail = message;
    }

    public Problem problem() {
        return problem;
    }

    /// The position in the input, in bytes from 0.
    public int offset() {
        return offset;
    }

    /// The mistake as an editor of the text finds it: `not valid JSON at line 4, column 12: expected a value`.
    ///
    /// @param text the very bytes that were read
    public String in(byte[] text) {
        String place = " at line " + line(text) + ", column "
                + (before(text).codePoints().count() + 1) + ": ";
        return switch (problem) {
            case NOT_AN_OBJECT -> "expected a JSON object, found another value";
            case SYNTAX, INVALID_STRING -> "not valid JSON" + place + detail;
            case DUPLICATE_MEMBER, NUMBER_OUT_OF_RANGE, LIMIT_EXCEEDED ->
                "JSON that Waybill does not read" + place + detail;
        };
    }

    /// The line with the mistake and a caret below the character; of a long line, the part around it. Empty when the
    /// mistake is where a line has nothing to show.
    ///
    /// @param text the very bytes that were read
    public List<String> excerpt(byte[] text) {
        String before = before(text);
        String start = before.substring(Math.max(0, before.length() - SHOWN_BEFORE));
        String rest = new String(text, offset, Math.min(SHOWN_AFTER, text.length - offset), StandardCharsets.UTF_8);
        String end = rest.lines().findFirst().orElse("");
        boolean shows = problem != Problem.NOT_AN_OBJECT && !(start + end).isBlank();
        return shows ? List.of((start + end).replace('\t', ' '), " ".repeat(start.length()) + "^") : List.of();
    }

    private long line(byte[] text) {
        return new String(text, 0, offset, StandardCharsets.ISO_8859_1)
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
    }

    /// What stands before the mistake on its line.
    private String before(byte[] text) {
        int start = offset;
        while (start > 0 && text[start - 1] != '\n') {
            start--;
        }
        return new String(text, start, offset - start, StandardCharsets.UTF_8);
    }
}
