package dev.waybill.engine.node;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What an activity spends its time on. A host bounds each kind on its own: a slow model holds up no tool call.
public enum ActivityKind {
    /// A request to a language model.
    MODEL,
    /// A call of a tool, over MCP or in process.
    TOOL,
    /// A process on this machine.
    PROCESS,
    /// A request to another system over HTTP.
    HTTP,
    /// Everything else.
    OTHER;

    /// As in options and reports.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ActivityKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
}
