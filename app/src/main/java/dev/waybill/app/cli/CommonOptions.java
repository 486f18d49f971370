package dev.waybill.app.cli;

import picocli.CommandLine.Option;

/// The options that every command takes. Mixed in, so that they are spelt the same everywhere.
public final class CommonOptions {

    /// When to write colours.
    public enum Color {
        auto,
        always,
        never
    }

    @Option(names = "--json", description = "Answer with JSON, for programs.")
    boolean json;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Colour the answer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    Color color = Color.auto;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    public boolean json() {
        return json;
    }

    public Color color() {
        return color;
    }
}
