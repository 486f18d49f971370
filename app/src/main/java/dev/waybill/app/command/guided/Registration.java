package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.TenantOption;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonObject;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.TenantWorkflows;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/// Where a tenant's workflows are registered: in a store, or at a host.
final class Registration implements Argument {

    private static final String WORKFLOWS = "/v1/workflows";

    private final TenantOption tenant = new TenantOption("Whose workflow (default: local, as on the command line).");
    private final HostOptions options = HostOptions.forNewRuns();
    private final WorkflowFolders folders = new WorkflowFolders();
    private final ServerOptions server = new ServerOptions();

    /// @return its id and revision
    JsonObject add(Environment environment, JsonObject document) {
        Optional<Server> host = host(environment);
        if (host.isPresent()) {
            try (Server asked = host.get()) {
                return asked.post(WORKFLOWS, document, null);
            }
        }
        return locally(environment, workflows -> {
            TenantWorkflows.Registered registered = workflows.register(document, null);
            return JsonObject.builder()
                    .put("id", registered.definition().id())
                    .put("revision", registered.revision())
                    .build();
        });
    }

    void remove(Environment environment, String id) {
        Optional<Server> host = host(environment);
        if (host.isPresent()) {
            try (Server asked = host.get()) {
                asked.delete(WORKFLOWS + "/" + Server.encoded(id), new LinkedHashMap<>());
                return;
            }
        }
        // Where there is no store nothing is registered, and looking for it must not make one.
        options.place().openToRead(environment).close();
        if (!locally(environment, workflows -> workflows.remove(id))) {
            throw new Failure(
                    ExitCode.NO,
                    "workflow_not_found",
                    "%s has registered no workflow \"%s\"".formatted(tenant.name(), id),
                    "A workflow of a folder goes with its file.");
        }
    }

    private Optional<Server> host(Environment environment) {
        Optional<Server> host = server.server(environment, options.place());
        if (host.isPresent() && tenant.given() != null) {
            throw Failure.usage("--tenant is for a store; a host registers for your key's tenant", null);
        }
        return host;
    }

    private <R> R locally(Environment environment, Function<TenantWorkflows, R> work) {
        HostTrouble trouble = new HostTrouble(environment.err()::println);
        try (OpenHost open =
                new Hosts(environment, options, "workflow").forWorkflows(folders.catalog(environment, null), trouble)) {
            return work.apply(open.host().workflows(Caller.operator(tenant.name())));
        }
    }

    @Override
    public void addTo(CommandSpec spec) {
        tenant.addTo(spec);
        folders.addTo(spec);
        options.addTo(spec);
        server.addTo(spec);
    }
}
