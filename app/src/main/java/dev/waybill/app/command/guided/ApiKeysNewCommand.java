package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.TenantOption;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `waybill apikeys new`: permission for somebody to call over the network.
public final class ApiKeysNewCommand extends ToldCommand {

    static final long MOST_DAYS = 3_650;

    private static final int LONGEST = 128;

    private final TenantOption tenant = takes(new TenantOption(
            "The tenant whose runs the key gives access to (default: local, as on the command line)."));
    private final Option<List<String>> scopes = takes(Option.texts(
            "--scope", "SCOPE", "What the key allows, such as runs:read; may be repeated (default: everything)."));
    private final Option<String> label = takes(Option.text("--label", "TEXT", "A label for lists."));
    private final Option<Long> expires =
            takes(Option.number("--expires", "DAYS", "When the key expires (default: never)."));
    private final StoreOptions options = takes(new StoreOptions());

    public ApiKeysNewCommand(Environment environment) {
        super(environment, "Create an API key for 'waybill serve'. It is shown once; the store keeps only its digest.");
    }

    @Override
    public ExitCode call() {
        Instant now = environment.clock().instant();
        FreshApiKey fresh = FreshApiKey.make(
                new SecureRandom(),
                tenant.name(),
                label.isGiven() ? text(label.orElse("")) : "",
                scopes(scopes.orElse(List.of())),
                now,
                end(expires, now));
        try (RunStore store = options.open(environment)) {
            store.addApiKey(fresh.kept());
        }
        options.note(environment, "apikeys new " + fresh.kept().id(), tenant.name());
        return answer(ApiKeyLines.json(fresh, now), out -> ApiKeyLines.print(out, fresh));
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

    private static Set<Scope> scopes(List<String> names) {
        if (names.isEmpty()) {
            return Scope.ALL;
        }
        EnumSet<Scope> scopes = EnumSet.noneOf(Scope.class);
        for (String name : names) {
            scopes.add(Scope.of(name)
                    .orElseThrow(() -> Failure.usage(
                            "--scope: no scope is called '" + name + "'", "Known: " + ApiKeyLines.names(Scope.ALL))));
        }
        return scopes;
    }

    private static String text(String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            throw Failure.usage("--label: expected 1 to " + LONGEST + " characters, found " + text.length(), null);
        }
        return text.strip();
    }
}
