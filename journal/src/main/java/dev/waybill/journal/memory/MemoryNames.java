package dev.waybill.journal.memory;

import dev.waybill.base.text.Shortened;

/// Names of scopes, memories and entries: anything that can be printed, and is not too long to look for.
public final class MemoryNames {

    public static final int LONGEST = 256;

    private MemoryNames() {}

    public static boolean isName(String text) {
        return !text.isBlank()
                && text.length() <= LONGEST
                && text.codePoints().noneMatch(each -> Character.isISOControl(each) || isSurrogate(each));
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /// @throws IllegalArgumentException when it is none
    public static String require(String what, String text) {
        if (!isName(text)) {
            throw new IllegalArgumentException("a %s has 1 to %d printable characters, found \"%s\""
                    .formatted(what, LONGEST, Shortened.of(text, LONGEST)));
        }
        return text;
    }
}
