package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.LogLevel;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import picocli.CommandLine.Model.CommandSpec;

/// `--log-format`, `--log-level`: what a server says about itself, and how.
public final class LogOptions implements Argument {

    private static final String JSON = "json";

    private final Configured<String> format = Settings.LOG_FORMAT.argument();
    private final Configured<String> level = Settings.LOG_LEVEL.argument();

    public Complaints log(Environment environment, String who) {
        return new Complaints(
                environment, who, format.orUsual(environment).equals(JSON), LogLevel.of(level.orUsual(environment)));
    }

    @Override
    public void addTo(CommandSpec spec) {
        format.addTo(spec);
        level.addTo(spec);
    }
}
