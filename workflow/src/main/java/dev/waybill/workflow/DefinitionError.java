package dev.waybill.workflow;

import java.util.Objects;

/// One thing that is wrong with a definition, or odd about it, with the place and what to do.
///
/// @param pointer an RFC 6901 pointer to a value that is there; for a missing member, to the object that lacks it
/// @param message what was expected and what was found
/// @param hint what to do about it
public record DefinitionError(String pointer, DefinitionCode code, String message, String hint) {

    public DefinitionError {
        if (!pointer.isEmpty() && !pointer.startsWith("/")) {
            throw new IllegalArgumentException("expected a JSON pointer, found \"" + pointer + "\"");
        }
        Objects.requireNonNull(code);
    }

    @Override
    public String toString() {
        return "%s %s: %s; %s".formatted(pointer.isEmpty() ? "(root)" : pointer, code, message, hint);
    }
}
