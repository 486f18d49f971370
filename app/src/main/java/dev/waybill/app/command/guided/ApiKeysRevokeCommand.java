package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Command;
import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.Usage;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// `waybill apikeys revoke`: the key is refused from now on.
public final class ApiKeysRevokeCommand implements Command {

    private final Environment environment;

    private final CommonOptions common = new CommonOptions();
    private final StoreOptions options = new StoreOptions();
    private final Operand<String> id = Operand.text("ID", "The key's id, or a unique prefix.")
            .required("the id of a key; `waybill apikeys list` shows them");

    public ApiKeysRevokeCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Usage usage() {
        return Usage.of("Revoke an API key. Running servers refuse it at once.", id, options, common);
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
        new Output(environment, common.json())
                .answer(
                        ApiKeyLines.json(ended, now),
                        out -> out.println("ended  " + ended.id() + " at "
                                + ApiKeyLines.time(ended.expiresAt(), "an unknown time")));
        return ExitCode.YES;
    }
}
