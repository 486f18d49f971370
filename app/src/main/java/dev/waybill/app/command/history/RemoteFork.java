package dev.waybill.app.command.history;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.desk.Desk;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerDesk;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.event.NodeFact;
import java.time.Duration;
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
