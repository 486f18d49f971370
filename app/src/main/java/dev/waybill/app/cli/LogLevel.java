package dev.waybill.app.cli;

import java.util.Locale;

/// How much a log line matters.
public enum LogLevel {
    /// Something is broken here.
    ERROR,
    /// Somebody should look at it.
    WARN,
    /// What runs and the process do, in outline.
    INFO,
    /// Every event.
    DEBUG;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static LogLevel of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
