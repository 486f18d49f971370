package dev.waybill.app.command.trigger;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.Triggers;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.runtime.trigger.TriggerDesk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// Whose triggers a command is about: those of a store with some folders, or those of a host.
final class TriggerOptions implements Argument {

    private static final String TRIGGERS = "/v1/host/waybill/triggers";

    private final WorkflowFolders folders = new WorkflowFolders();
    private final HostOptions options = HostOptions.forKnownRuns();
    private final ServerOptions server = new ServerOptions();

    /// What is done with the triggers of a store.
    interface Work {
        JsonObject with(TriggerDesk desk);
    }

    JsonObject list(Environment environment) {
        Server host = server.server(environment, options.place()).orElse(null);
        if (host != null) {
            try (host) {
                return host.get(TRIGGERS, new LinkedHashMap<>());
            }
        }
        return locally(environment, desk -> {
            List<JsonValue> rows = new ArrayList<>();
            desk.list(Hosts.OPERATOR).forEach(row -> rows.add(row.toJson()));
            return JsonObject.of("triggers", new JsonArray(rows));
        });
    }

    /// @param word `pause` or `resume`
    /// @param name `workflow/trigger`
    JsonObject tell(Environment environment, String word, String name) {
        int slash = name.indexOf('/');
        if (slash < 1 || slash == name.length() - 1) {
            throw Failure.usage("expected WORKFLOW/TRIGGER, found '" + name + "'", "'waybill triggers' lists them.");
        }
        String workflow = name.substring(0, slash);
        String trigger = name.substring(slash + 1);
        Server host = server.server(environment, options.place()).orElse(null);
        if (host != null) {
            try (host) {
                String path = TRIGGERS + "/" + Server.encoded(workflow) + "/" + Server.encoded(trigger) + ":" + word;
                return host.post(path, JsonObject.EMPTY, null);
            }
        }
        JsonObject told = locally(
                environment,
                desk -> (word.equals("pause")
                                ? desk.pause(Hosts.OPERATOR, workflow, trigger)
                                : desk.resume(Hosts.OPERATOR, workflow, trigger))
                        .toJson());
        options.place().note(environment, "trigger " + word + " " + name, Hosts.TENANT);
        return told;
    }

    private JsonObject locally(Environment environment, Work work) {
        Catalog catalog = folders.catalog(environment, null);
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        try (OpenHost open = new Hosts(environment, options, "triggers").forWorkflows(catalog, trouble)) {
            return work.with(new Triggers(environment, open, catalog).desk());
        }
    }

    @Override
    public void addTo(CommandSpec spec) {
        folders.addTo(spec);
        options.addTo(spec);
        server.addTo(spec);
    }
}
