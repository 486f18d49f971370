package dev.waybill.workflow;

/// What the types of this room ask of their parts.
final class Checks {

    private Checks() {}

    static String notEmpty(String what, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
        return text;
    }

    static long atLeast(String what, long least, long value) {
        if (value < least) {
            throw new IllegalArgumentException("%s must be >= %d, was %d".formatted(what, least, value));
        }
        return value;
    }
}
