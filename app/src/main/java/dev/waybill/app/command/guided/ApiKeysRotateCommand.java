package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `waybill apikeys rotate`: a new key for the same holder; the old one ends a while later, so that nobody is
/// locked out in between.
public final class ApiKeysRotateCommand extends ToldCommand {

    private static final long A_DAY = 24;
    private static final long MOST_HOURS = 8_760;

    private final Operand<String> id = takes(Operand.text("ID", "The old key's id, or a unique prefix.")
            .required("the id of a key; `waybill apikeys list` shows them"));
    private final Option<Long> overlap = takes(
            Option.number("--overlap", "HOURS", "How long the old key stays valid (default: 24; 0 revokes it now)."));
    private final Option<Long> expires = takes(
            Option.number("--expires", "DAYS", "When the new key expires (default: after the old one's lifetime)."));
    private final StoreOptions options = takes(new StoreOptions());

    public ApiKeysRotateCommand(Environment environment) {
        super(environment, "Replace an API key. Both stay valid for a while, so that its holder can switch.");
    }

    @Override
    public ExitCode call() {
        long hours = overlap.orElse(A_DAY);
        if (hours < 0 || hours > MOST_HOURS) {
            throw Failure.usage("--overlap: expected 0 to " + MOST_HOURS + " hours, found " + hours, null);
        }
        Instant now = environment.clock().instant().truncatedTo(ChronoUnit.MICROS);
        try (RunStore store = options.openExisting(environment)) {
            ApiKey old = ApiKeyLines.find(store, id.given());
            if (!old.isValid(now)) {
                throw new Failure(
                        ExitCode.NO,
                        "api_key_ended",
                        "the API key " + old.id() + " has ended",
                        "Create a new one with 'waybill apikeys new'.");
            }
            FreshApiKey fresh = FreshApiKey.make(
                    new SecureRandom(), old.tenant(), old.label(), old.scopes(), now, newEnd(old, now));
            store.addApiKey(fresh.kept());
            store.expireApiKey(old.id(), now.plus(hours, ChronoUnit.HOURS));
            ApiKey ending = ApiKeyLines.find(store, old.id());
            options.note(
                    environment,
                    "apikeys rotate " + old.id() + " to " + fresh.kept().id(),
                    old.tenant());
            answer(fresh, ending, now);
        }
        return ExitCode.YES;
    }

    private @Nullable Instant newEnd(ApiKey old, Instant now) {
        Instant asked = ApiKeysNewCommand.end(expires, now);
        return asked != null || old.expiresAt() == null
                ? asked
                : now.plus(Duration.between(old.createdAt(), old.expiresAt()));
    }

    private void answer(FreshApiKey fresh, ApiKey ending, Instant now) {
        Instant end = Objects.requireNonNull(ending.expiresAt());
        JsonObject answer =
                ApiKeyLines.json(fresh, now).with("replaces", ending.id()).with("oldKeyEndsAt", Times.format(end));
        new Output(environment, common.json()).answer(answer, out -> {
            ApiKeyLines.print(out, fresh);
            out.println("old key  " + ending.id() + ", ends " + ApiKeyLines.time(end, ""));
        });
    }
}
