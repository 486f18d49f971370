package dev.waybill.app.terminal;

/// The answer to `--color`: always, never, or as the terminal allows.
public enum ColorMode {
    ALWAYS,
    NEVER,
    AUTO
}
