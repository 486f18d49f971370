package dev.waybill.receipt.record;

import dev.waybill.base.Digest;
import dev.waybill.base.text.Shortened;
import java.nio.charset.StandardCharsets;

/// Makes a text fit a field of limited length: cut, with the digest of the whole kept at its end.
///
/// A receipt must not be refused because a tool has a long name; and two long names that begin alike must
/// not become one.
public final class LongText {

    /// The longest `tool_name` or agent, in UTF-16 units.
    public static final int NAME = 256;

    /// The longest message of an error.
    public static final int MESSAGE = 1024;

    private static final String MARK = "…";

    private LongText() {}

    /// The text itself when it fits, else its beginning, `…` and `sha256:` of the whole.
    public static String fit(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        String tail = MARK + Digest.of(text.getBytes(StandardCharsets.UTF_8));
        int end = longest - tail.length();
        if (end < 1) {
            throw new IllegalArgumentException("expected room for a digest, found " + longest + " units");
        }
        return Shortened.of(text, end, tail);
    }
}
