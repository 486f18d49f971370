package dev.waybill.journal.document;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// What a workspace takes, whoever writes to it.
public final class WorkspaceRules {

    /// More than most instructions and notes, and less than a request may have.
    public static final int MOST_BYTES = 256 * 1024;

    public static final int MOST_FILES = 1_000;

    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,255}");

    public static final String EXPECTED_PATH =
            "expected a path of letters, digits, dots, dashes, underscores and slashes that begins with a letter or a digit,"
                    + " without \"..\"";

    private WorkspaceRules() {}

    public static boolean isPath(String path) {
        return PATH.matcher(path).matches() && !path.contains("..") && !path.contains("//");
    }

    /// The bytes of a file.
    ///
    /// @throws IllegalArgumentException when there are too many
    public static byte[] bytes(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a file has at most %d bytes, this one has %d".formatted(MOST_BYTES, bytes.length));
        }
        return bytes;
    }

    public static String full() {
        return "a workspace has at most %d files".formatted(MOST_FILES);
    }
}
