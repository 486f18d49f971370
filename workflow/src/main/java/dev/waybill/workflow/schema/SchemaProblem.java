package dev.waybill.workflow.schema;

import java.util.Objects;

/// One thing in a schema that nobody could apply.
///
/// @param pointer an RFC 6901 pointer into the schema; behind `uri#` for another document than the first
/// @param message what was expected and what was found
public record SchemaProblem(String pointer, Kind kind, String message) {

    public enum Kind {
        /// A keyword whose value is not what it must be, or one that is not supported.
        KEYWORD,
        /// A regular expression that cannot be read.
        PATTERN,
        /// A `$ref` that leads nowhere.
        REFERENCE
    }

    public SchemaProblem {
        Objects.requireNonNull(kind);
    }

    @Override
    public String toString() {
        return "%s: %s".formatted(pointer.isEmpty() ? "(root)" : pointer, message);
    }
}
