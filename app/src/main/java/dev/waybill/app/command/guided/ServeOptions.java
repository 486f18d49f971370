package dev.waybill.app.command.guided;

import dev.waybill.app.anchor.AnchorOptions;
import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.app.config.Source;
import dev.waybill.app.host.GuidedOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.LogOptions;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.WaybillServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// What `serve` and `ui` take: where they listen, who may call, and what they offer.
final class ServeOptions implements Argument {

    static final String[] FOOTER = {
        "Where only this machine can call and the store has no API key, none is needed. Keys: waybill",
        "apikeys. Health: /health, /ready."
    };

    final HostOptions runs = HostOptions.forNewRuns();
    final GuidedOptions guided = new GuidedOptions();
    private final Configured<String> host = Settings.HOST.argument();
    private final Configured<Long> port = Settings.PORT.argument();
    final Configured<String> publicUrl = Settings.PUBLIC_URL.argument();
    private final Configured<List<String>> origins = Settings.ORIGINS.argument();
    final LogOptions logs = new LogOptions();
    final AnchorOptions anchors = new AnchorOptions("--anchor-", "of each run at its end");
    private final Option<Boolean> keys = Option.flag(
            "--keys", "Need an API key, also where only this machine can call; the first start prints one.");
    private final Option<Boolean> seams = Option.flag(
            "--test-seams",
            "Offer test suites what they change about a host (workflows of their own, capabilities); never in production.");
    private final Configured<Boolean> needed = Settings.API_KEYS.argument();

    /// Where a server for a browser on this machine listens: where it was told to, else at the usual port or a free
    /// one.
    ServerSettings settingsForABrowser(Environment environment) {
        ServerSettings settings = settings(environment);
        if (!settings.isLoopback()) {
            throw Failure.usage(
                    "ui serves this machine only, not " + settings.host(), "Leave out --host, or use waybill serve.");
        }
        boolean named = port.source(environment) != Source.DEFAULT;
        return named || WaybillServer.isFree(settings)
                ? settings
                : ServerSettings.of(settings.host(), 0).withOrigins(settings.origins());
    }

    ServerSettings settings(Environment environment) {
        try {
            List<String> own = new ArrayList<>(origins.in(environment).orElse(List.of()));
            publicUrl.in(environment).map(ServerSettings::originOf).ifPresent(own::add);
            return ServerSettings.of(host.orUsual(environment), Math.toIntExact(port.orUsual(environment)))
                    .withOrigins(own);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(String.valueOf(e.getMessage()), "Check --port, --origin and --public-url.");
        }
    }

    /// Whether callers need a key; empty where nobody says so.
    Optional<Boolean> needsKeys(Environment environment, ServerSettings settings) {
        if (keys.isGiven() && needed.isFlagged()) {
            throw Failure.usage("expected --keys or --no-keys, found both", "Give one of them.");
        }
        Optional<Boolean> asked = keys.isGiven() ? Optional.of(true) : needed.in(environment);
        if (!asked.orElse(true) && !settings.isLoopback()) {
            throw Failure.usage(
                    "--no-keys is for this machine only, not for " + settings.host(),
                    "Leave out --no-keys, or listen on 127.0.0.1.");
        }
        return asked;
    }

    boolean forTests() {
        return seams.isGiven();
    }

    @Override
    public void addTo(CommandSpec spec) {
        List.of(host, port, publicUrl, origins, keys, needed, seams, guided, anchors, logs, runs)
                .forEach(argument -> argument.addTo(spec));
    }
}
