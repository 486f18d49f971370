package dev.waybill.app.terminal;

import java.util.Locale;

/// The answer to `--color`: always, never, or as the terminal allows.
public enum ColorMode {
    ALWAYS,
    NEVER,
    AUTO;

    /// Reads the option's value as people type it.
    public static ColorMode parse(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "always" -> ALWAYS;
            case "never" -> NEVER;
            case "auto" -> AUTO;
            default ->
                throw new IllegalArgumentException(
                        "--color expects always, never or auto, found \"" + SafeText.of(text) + "\"");
        };
    }
}
