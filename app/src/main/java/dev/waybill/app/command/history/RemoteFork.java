package dev.waybill.app.command.history;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.app.host.VariableWords;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowVariable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Branches a run at a host.
record RemoteFork(Server server) {

    String resolve(String run) {
        return new ServerDesk(server, "").resolve(run);
    }

    /// Where a node last started.
    long startOf(String run, String node) throws InterruptedException {
        long latest = -1;
        Desk.Events events = new ServerDesk(server, "").events(run, 0);
        for (Optional<JsonObject> next = events.next(Duration.ZERO);
                next.isPresent();
                next = events.next(Duration.ZERO)) {
            JsonObject event = next.get();
            if (event.string("type").orElse("").equals(NodeFact.NodeStarted.TYPE)
                    && event.string("nodeId").orElse("").equals(node)
                    && event.get("sequence") instanceof JsonNumber number) {
                latest = number.asInteger().orElse(-1);
            }
        }
        if (latest < 0) {
            throw neverStarted(run, node);
        }
        return latest;
    }

    static Failure neverStarted(String run, String node) {
        return new Failure(
                ExitCode.NO,
                "node_not_started",
                "%s never started a node \"%s\"".formatted(run, node),
                "See 'waybill events " + run + "'.");
    }

    /// The words read as the host's definition declares them, so that the version 2.0 stays a text. Of a run whose
    /// workflow the host has no more, as they look.
    JsonObject values(String run, List<String> words) {
        if (words.isEmpty()) {
            return JsonObject.EMPTY;
        }
        JsonObject report = new ServerDesk(server, "").report(run).toJson();
        List<WorkflowVariable> declared = report.get("guided") == JsonBool.TRUE
                ? List.of()
                : declared(report.string("workflowId").orElse(""));
        return new VariableWords("--set", declared).read(words);
    }

    private List<WorkflowVariable> declared(String workflow) {
        try {
            JsonObject found = server.get("/v1/workflows/" + Server.encoded(workflow), new LinkedHashMap<>());
            return DefinitionReader.read(found) instanceof Read.Ok ok
                    ? ok.definition().variables()
                    : List.of();
        } catch (Failure _) {
            // Removed since, or this key may not look at workflows; the host judges the values all the same.
            return List.of();
        }
    }

    /// @return the id of the branch
    String branch(String run, long place, JsonObject variables) {
        JsonObject overlay = variables.isEmpty() ? JsonObject.EMPTY : JsonObject.of("variables", variables);
        JsonObject created = server.post(
                "/v1/runs/" + run + ":fork",
                JsonObject.of("mode", ForkMode.BRANCH.wire())
                        .with("fromSeq", place)
                        .with("runOptionsOverlay", overlay),
                null);
        return created.string("runId").orElseThrow();
    }
}
