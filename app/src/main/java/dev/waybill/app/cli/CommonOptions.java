package dev.waybill.app.cli;

import dev.waybill.app.terminal.ColorMode;
import dev.waybill.app.terminal.Terminal;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The options that every command takes, spelt the same everywhere.
public final class CommonOptions implements Argument {

    private final Option<Boolean> json = Option.flag("--json", "Answer with JSON, for programs.");
    private final Option<ColorMode> color = Option.choice(
            "--color",
            "WHEN",
            "Colour the answer: auto, always or never (default: auto).",
            List.of(ColorMode.values()));

    // Read before the commands are made; named here so that every command takes it.
    private final Option<Path> config = Option.path(
            "--config",
            "FILE",
            "Read settings from this file (default: WAYBILL_CONFIG, else ~/.config/waybill/config.json).");

    private final Option<Boolean> detailed = Option.flag(
            "--detailed-exit-code",
            "Instead of exit 1: 4 the run waits for an answer, 5 failed, 6 cancelled, 7 unfinished, 8 unreachable.");

    /// The option of commands that end as a run does. Those take it themselves.
    public Option<Boolean> detailedExitCode() {
        return detailed;
    }

    public boolean json() {
        return json.isGiven();
    }

    /// The words that make another command read the same settings: which models there are, and maybe the store.
    public String again() {
        return config.isGiven() ? " --config " + config.value() : "";
    }

    /// What the place we print to can do, as far as the user allows it.
    public Terminal terminal() {
        return Terminal.detect(color.orElse(ColorMode.AUTO));
    }

    @Override
    public void addTo(CommandSpec spec) {
        json.addTo(spec);
        color.addTo(spec);
        config.addTo(spec);
        spec.addOption(help("Show this help."));
    }

    /// The option that asks for help.
    public static OptionSpec help(String description) {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description(description)
                .build();
    }
}
