package dev.waybill.app.anchor;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.config.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// To whom histories are handed.
public final class AnchorOptions implements Argument {

    private final Option<List<String>> files;
    private final Option<List<String>> repositories;
    private final Option<List<String>> witnesses;
    private final Option<List<String>> services;

    /// @param prefix `--` for a command that only anchors, `--anchor-` beside other options
    /// @param when for the help: which runs, and when
    public AnchorOptions(String prefix, String when) {
        files = Option.texts(prefix + "file", "FILE", "Append the summary " + when + " to a file of the other party.");
        repositories = Option.texts(
                prefix + "git", "DIR", "Commit the summary " + when + " in a git repository of the other party.");
        witnesses = Option.texts(
                prefix + "witness",
                "URL",
                "Have another Waybill host countersign it; its API key is read from " + Settings.WITNESS_KEY.variable()
                        + ".");
        services = Option.texts(prefix + "tsa", "URL", "Have a time-stamp service (RFC 3161) stamp its digest.");
    }

    public List<AnchorTarget> targets(Environment environment) {
        List<AnchorTarget> targets = new ArrayList<>();
        files.orElse(List.of()).forEach(file -> targets.add(new FileTarget(Path.of(file))));
        repositories.orElse(List.of()).forEach(directory -> targets.add(new GitTarget(Path.of(directory))));
        witnesses
                .orElse(List.of())
                .forEach(host -> targets.add(new WitnessTarget(address(host), Settings.WITNESS_KEY.in(environment))));
        services.orElse(List.of()).forEach(service -> targets.add(new TimestampTarget(address(service))));
        return targets;
    }

    private static URI address(String text) {
        try {
            URI address = URI.create(text);
            if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw Failure.usage("expected an address such as https://witness.example, found \"" + text + "\"", null);
    }

    @Override
    public void addTo(CommandSpec spec) {
        files.addTo(spec);
        repositories.addTo(spec);
        witnesses.addTo(spec);
        services.addTo(spec);
    }
}
