package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.view.text.Style;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `waybill apikeys list`: who may call over the network.
public final class ApiKeysListCommand extends ToldCommand {

    private final StoreOptions options = takes(new StoreOptions());

    public ApiKeysListCommand(Environment environment) {
        super(
                environment,
                "List API keys, oldest first, including expired and revoked ones; never the keys themselves.");
    }

    @Override
    public ExitCode call() {
        List<ApiKey> keys;
        try (RunStore store = options.openToRead(environment)) {
            keys = store.apiKeys();
        }
        Instant now = environment.clock().instant();
        List<JsonValue> all = new ArrayList<>();
        keys.forEach(key -> all.add(ApiKeyLines.json(key, now)));
        JsonObject answer = JsonObject.of("apiKeys", new JsonArray(all));
        return answer(answer, out -> print(out, keys, now));
    }

    private void print(PrintStream out, List<ApiKey> keys, Instant now) {
        if (keys.isEmpty()) {
            out.println("There are no API keys. Create one with 'waybill apikeys new'.");
            return;
        }
        Table table = new Table(
                        Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("ID", "TENANT", "LABEL", "SCOPES", "MADE", "ENDS", "STATE");
        for (ApiKey key : keys) {
            boolean valid = key.isValid(now);
            table.row(
                    Cell.of(key.id()),
                    Cell.of(key.tenant()),
                    Cell.of(key.label()),
                    Cell.of(key.scopes().equals(Scope.ALL) ? "all" : ApiKeyLines.names(key.scopes())),
                    Cell.of(ApiKeyLines.time(key.createdAt(), "")),
                    Cell.of(ApiKeyLines.time(key.expiresAt(), "never")),
                    new Cell(valid ? "valid" : "ended", valid ? Style.GOOD : Style.DIM));
        }
        out.print(table.render(common.terminal()));
    }
}
