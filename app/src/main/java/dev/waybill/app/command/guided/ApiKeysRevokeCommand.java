package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// `waybill apikeys revoke`: the key is refused from now on.
public final class ApiKeysRevokeCommand extends ToldCommand {

    private final Operand<String> id = takes(Operand.text("ID", "The key's id, or a unique prefix.")
            .required("the id of a key; `waybill apikeys list` shows them"));
    private final StoreOptions options = takes(new StoreOptions());

    public ApiKeysRevokeCommand(Environment environment) {
        super(environment, "Revoke an API key. Running servers refuse it at once.");
    }

    @Override
    public ExitCode call() {
        Instant now = environment.clock().instant().truncatedTo(ChronoUnit.MICROS);
        ApiKey ended;
        try (RunStore store = options.openExisting(environment)) {
            ApiKey key = ApiKeyLines.find(store, id.given());
            store.expireApiKey(key.id(), now);
            ended = ApiKeyLines.find(store, key.id());
        }
        options.note(environment, "apikeys revoke " + ended.id(), ended.tenant());
        return answer(
                ApiKeyLines.json(ended, now),
                out -> out.println(
                        "ended  " + ended.id() + " at " + ApiKeyLines.time(ended.expiresAt(), "an unknown time")));
    }
}
