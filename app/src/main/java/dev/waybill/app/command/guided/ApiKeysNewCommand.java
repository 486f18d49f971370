package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.store.RunStore;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// `waybill apikeys new`: permission for somebody to call over the network.
public final class ApiKeysNewCommand implements Command {

    static final long MOST_DAYS = 3_650;

    private static final int LONGEST = 128;

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final StoreOptions options = new StoreOptions();
    private final Option<String> tenant =
            Option.text("--tenant", "NAME", "Whose runs the key opens (default: local, as the command line).");
    private final Option<String> label = Option.text("--label", "TEXT", "What the key is for, in lists.");
    private final Option<Long> expires = Option.number("--expires", "DAYS", "When the key ends (default: never).");

    public ApiKeysNewCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                "Make an API key for 'waybill serve'. It is shown once; the store keeps its digest.",
                tenant,
                label,
                expires,
                options,
                common);
    }

    @Override
    public ExitCode call() {
        Instant now = environment.clock().instant();
        FreshApiKey fresh = FreshApiKey.make(
                new SecureRandom(),
                text("--tenant", tenant.orElse(Hosts.TENANT)),
                label.isGiven() ? text("--label", label.orElse("")) : "",
                now,
                end(expires, now));
        try (RunStore store = options.open(environment)) {
            store.addApiKey(fresh.kept());
        }
        new Output(environment, common.json())
                .answer(ApiKeyLines.json(fresh, now), out -> ApiKeyLines.print(out, fresh));
        return ExitCode.YES;
    }

    /// The time that `--expires` names; null without it.
    static @Nullable Instant end(Option<Long> expires, Instant now) {
        Long days = expires.value();
        if (days == null) {
            return null;
        }
        if (days < 1 || days > MOST_DAYS) {
            throw Failure.usage("--expires: expected 1 to " + MOST_DAYS + " days, found " + days, null);
        }
        return now.plus(days, ChronoUnit.DAYS);
    }

    private static String text(String option, String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            throw Failure.usage(option + ": expected 1 to " + LONGEST + " characters, found " + text.length(), null);
        }
        return text.strip();
    }
}
