package dev.waybill.app.cli;

import java.nio.charset.StandardCharsets;

/// One line of input. A line that is too long is a value like any other: it gets an answer of its own and
/// the lines after it are read as usual.
public sealed interface Line {

    /// Counted from 1.
    long number();

    /// A line within the bound, without its line end.
    @SuppressWarnings("ArrayRecordComponent") // Lines are passed on, never compared.
    record Text(long number, byte[] bytes) implements Line {

        public String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        public boolean isBlank() {
            for (byte b : bytes) {
                if (b != ' ' && b != '\t') {
                    return false;
                }
            }
            return true;
        }
    }

    /// A line beyond the bound; its bytes were skipped.
    record TooLong(long number, int bound) implements Line {

        public String message() {
            return "line " + number + " is longer than " + bound + " bytes";
        }
    }
}
