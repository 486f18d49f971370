package dev.waybill.app.command.run;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Server;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.StartRequest;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.LinkedHashMap;

/// Starts runs at a host, of workflows that it knows.
record RemoteStart(Server server) {

    /// The workflow as the host has it, so that inputs are read by its declared types.
    WorkflowDefinition workflow(String id) {
        if (WorkflowFolders.isFile(id)) {
            throw Failure.usage(
                    "a host runs the workflows that it knows: give an id, found the file " + id,
                    "Register it with 'waybill workflow add " + id + "' and the same --server, then run it by its id.");
        }
        JsonObject found = server.get("/v1/workflows/" + Server.encoded(id), new LinkedHashMap<>());
        if (DefinitionReader.read(found) instanceof Read.Ok ok) {
            return ok.definition();
        }
        throw new Failure(
                ExitCode.NO, "workflow_unreadable", "the host's workflow " + id + " cannot be read here", null);
    }

    /// @return the new run's id
    String start(StartRequest request) {
        JsonObject created = server.post(
                "/v1/runs",
                JsonObject.of("workflowId", request.definition().id())
                        .with("inputs", request.inputs())
                        .with("configurable", request.configurable())
                        .with("metadata", request.envelope().members()),
                request.idempotencyKey());
        return created.string("runId").orElseThrow();
    }
}
