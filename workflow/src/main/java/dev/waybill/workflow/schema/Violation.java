package dev.waybill.workflow.schema;

/// One place where a value does not fit its schema.
///
/// @param pointer an RFC 6901 pointer into the value; for a missing member, to the object that lacks it
/// @param keyword the rule that was broken
/// @param message what was expected and what was found
public record Violation(String pointer, String keyword, String message) {

    @Override
    public String toString() {
        return "%s %s: %s".formatted(pointer.isEmpty() ? "(root)" : pointer, keyword, message);
    }
}
