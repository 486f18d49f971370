package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.TenantOption;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `waybill audit`: who did what over the network, and with the host's keys.
public final class AuditCommand extends ToldCommand {

    private static final long USUAL = 50;
    private static final long MOST = 10_000;

    private final Option<Long> limit =
            takes(Option.number("--limit", "N", "How many at most, newest first (default: 50)."));
    private final TenantOption tenant = takes(new TenantOption("Only what this tenant did (default: all)."));
    private final StoreOptions store = takes(new StoreOptions());
    private final ServerOptions server = takes(new ServerOptions());

    public AuditCommand(Environment environment) {
        super(
                environment,
                "Show who did what over the network, newest first.",
                "What people told a run is in the run's own log: 'waybill events RUN'.");
    }

    @Override
    public ExitCode call() {
        long most = limit.orElse(USUAL);
        if (most < 1 || most > MOST) {
            throw Failure.usage("--limit: expected 1 to " + MOST + ", found " + most, null);
        }
        List<JsonObject> entries = entries((int) most);
        JsonObject json = JsonObject.of("entries", new JsonArray(new ArrayList<JsonValue>(entries)));
        return answer(json, out -> out.print(entries.isEmpty() ? "Nobody did anything yet.\n" : text(entries)));
    }

    private List<JsonObject> entries(int most) {
        Optional<Server> host = server.server(environment, store);
        if (host.isEmpty()) {
            return store.audit(environment, _ -> {}).newest(most, tenant.given());
        }
        if (tenant.given() != null) {
            throw Failure.usage("--tenant is for a store; a host shows what your key's tenant did", null);
        }
        Map<String, String> query = new LinkedHashMap<>();
        query.put("limit", String.valueOf(most));
        return host.get().get("/waybill/audit", query).array("entries").orElse(JsonArray.EMPTY).items().stream()
                .flatMap(entry -> entry.asObject().stream())
                .toList();
    }

    private String text(List<JsonObject> entries) {
        Table table = new Table(Column.TEXT, Column.TEXT, Column.TEXT, Column.NUMBER, Column.TEXT, Column.TEXT)
                .head("WHEN", "WHO", "TENANT", "STATUS", "WHAT", "FROM");
        for (JsonObject entry : entries) {
            table.row(
                    entry.string("at").orElse(""),
                    entry.string("principal").orElse("(not let in)"),
                    entry.string("tenant").orElse(""),
                    entry.get("status") instanceof JsonNumber(var status) ? status : "",
                    entry.string("what").orElse(""),
                    entry.string("address").orElse(""));
        }
        return table.render(common.terminal());
    }
}
