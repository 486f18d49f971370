package dev.waybill.app.command.history;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.RunIds;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.RunArtifacts;
import java.util.LinkedHashMap;
import picocli.CommandLine.Model.CommandSpec;

/// Where artifacts are: in a store, or at a host.
final class ArtifactSource implements Argument {

    private final StoreOptions stores = new StoreOptions();
    private final ServerOptions server = new ServerOptions();

    JsonObject list(Environment environment, String run) {
        Server host = server.server(environment, stores).orElse(null);
        if (host != null) {
            try (host) {
                return host.get(path(host, run), new LinkedHashMap<>());
            }
        }
        try (RunStore store = stores.openToRead(environment)) {
            return artifacts(store, run).toJson();
        }
    }

    byte[] get(Environment environment, String run, String artifact) {
        Server host = server.server(environment, stores).orElse(null);
        if (host != null) {
            try (host) {
                return host.bytes(path(host, run) + "/" + Server.encoded(artifact), new LinkedHashMap<>());
            }
        }
        try (RunStore store = stores.openToRead(environment)) {
            return artifacts(store, run)
                    .find(artifact)
                    .map(ArtifactDraft::bytes)
                    .orElseThrow(() -> new Failure(
                            ExitCode.NO,
                            "artifact_not_found",
                            "the run has no artifact \"%s\"".formatted(artifact),
                            "List them with 'waybill artifacts " + run + "'."));
        }
    }

    private static String path(Server host, String run) {
        return "/v1/runs/" + new ServerDesk(host, "").resolve(run) + "/artifacts";
    }

    private static RunArtifacts artifacts(RunStore store, String run) {
        RunReader reader = RunReader.of(store, Hosts.OPERATOR);
        RunId id = RunIds.resolve(reader, run);
        // A run whose events are gone says so.
        return new RunArtifacts(new EventPages(reader, reader.state(id).header().runId()));
    }

    @Override
    public void addTo(CommandSpec spec) {
        stores.addTo(spec);
        server.addTo(spec);
    }
}
