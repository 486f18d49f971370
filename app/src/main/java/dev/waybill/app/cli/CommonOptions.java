package dev.waybill.app.cli;

import dev.waybill.app.terminal.ColorMode;
import dev.waybill.app.terminal.Terminal;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/// The options that every command takes. Mixed in, so that they are spelt the same everywhere.
public final class CommonOptions {

    @Option(names = "--json", description = "Answer with JSON, for programs.")
    boolean json;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            completionCandidates = ColorWords.class,
            description = "Colour the answer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    ColorMode color = ColorMode.AUTO;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    public boolean json() {
        return json;
    }

    /// What the place we print to can do, as far as the user allows it.
    public Terminal terminal() {
        return Terminal.detect(color);
    }

    /// The values as people type them; the parser takes either case.
    static final class ColorWords implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("auto", "always", "never").iterator();
        }
    }
}
