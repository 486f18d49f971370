package dev.waybill.agents.model;

import org.jspecify.annotations.Nullable;

/// Whether a model calls a tool.
///
/// @param tool the one that it must call; null unless the mode is [Mode#NAMED]
public record ToolChoice(Mode mode, @Nullable String tool) {

    public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, null);
    public static final ToolChoice REQUIRED = new ToolChoice(Mode.REQUIRED, null);
    public static final ToolChoice NONE = new ToolChoice(Mode.NONE, null);

    public enum Mode {
        /// The model decides.
        AUTO,
        /// It calls at least one.
        REQUIRED,
        /// It calls none.
        NONE,
        /// It calls this one.
        NAMED
    }

    public ToolChoice {
        if ((mode == Mode.NAMED) != (tool != null)) {
            throw new IllegalArgumentException("a named tool choice names a tool, and no other does");
        }
    }

    public static ToolChoice named(String tool) {
        return new ToolChoice(Mode.NAMED, tool);
    }
}
