package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.TenantWorkspace;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Operations for test suites about loops: each is done by a real run, or by what serves everybody else.
final class LoopSeams {

    private static final int MOST_TURNS = 50;

    private final RestHost host;
    private final TestSeams seams;
    private final String path;

    /// @param path under which the operations are
    LoopSeams(RestHost host, TestSeams seams, String path) {
        this.host = host;
        this.seams = seams;
        this.path = path;
    }

    List<Route> routes() {
        return List.of(
                Route.post(path + "/agentloop/run", "seamAgentLoop", Scope.RUNS_CREATE, "Run a loop of turns.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403)
                        .by(this::loop),
                Route.post(path + "/heartbeat/tick", "seamHeartbeat", Scope.RUNS_CREATE, "Look, and compare.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .refuses(400, 401, 403, 404)
                        .by(this::tick),
                Route.post(path + "/workspace/op", "seamWorkspace", Scope.WORKSPACE_WRITE, "Use the workspace.")
                        .takes("SeamBody")
                        .gives(200, "SeamAnswer")
                        .gives(204, "")
                        .refuses(400, 401, 403, 404, 409)
                        .by(this::file));
    }

    private static int turn(JsonObject body, String name) {
        OptionalLong turn = Fields.number(body, name);
        if (turn.isPresent() && (turn.getAsLong() < 1 || turn.getAsLong() > MOST_TURNS)) {
            throw RestRefusal.invalid(
                    "\"%s\": expected 1 to %d, found %d".formatted(name, MOST_TURNS, turn.getAsLong()));
        }
        return (int) turn.orElse(0);
    }

    private Answer loop(Call call) {
        JsonObject body = call.body();
        SeamLoop.Wanted wanted = new SeamLoop.Wanted(
                Math.max(1, turn(body, "turns")),
                turn(body, "workspaceWriteAtTurn"),
                turn(body, "suspendAtTurn"),
                body.get("resume") == JsonBool.TRUE);
        try {
            return Answer.ok(new SeamLoop(host, seams, call.caller()).run(wanted));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the host is closing", e);
        }
    }

    private Answer tick(Call call) {
        JsonObject body = call.body();
        long slow = Fields.number(body, "simulateSlowMs").orElse(0);
        JsonValue seen = HeartbeatRoutes.seen(call);
        JsonObject beat = new HeartbeatRoutes(host).beat(call, Fields.required(body, "heartbeatId"), () -> {
            Thread.sleep(slow);
            return seen;
        });
        // Suites count.
        return Answer.ok(beat.with(
                "enqueuedRuns",
                beat.array("enqueuedRuns").orElse(JsonArray.EMPTY).size()));
    }

    /// A suite with one key plays several owners. Each has a shelf of its own, which belongs to the caller: nobody
    /// reaches another tenant's files by calling themselves so.
    private static Caller owner(Call call, JsonObject body) {
        Caller caller = call.caller();
        Optional<String> tenant = Fields.text(body, "tenant");
        Optional<String> workspace = Fields.text(body, "workspace");
        return tenant.isEmpty() && workspace.isEmpty()
                ? caller
                : new Caller(
                        "%s~%s~%s".formatted(caller.tenant(), tenant.orElse(""), workspace.orElse("")),
                        caller.principal(),
                        caller.scopes());
    }

    private Answer file(Call call) {
        JsonObject body = call.body();
        TenantWorkspace workspace = TenantWorkspace.of(host.runs().store(), owner(call, body));
        String match = Fields.text(body, "ifMatch").orElse(null);
        return switch (Fields.required(body, "op")) {
            case "put", "write" ->
                Answer.ok(WorkspaceRoutes.row(
                        workspace.write(
                                Fields.required(body, "path"),
                                Fields.text(body, "content").orElse(""),
                                Fields.text(body, "contentType").orElse(null),
                                match,
                                host.clock().instant()),
                        true));
            case "get", "read" ->
                Answer.ok(WorkspaceRoutes.row(
                        workspace
                                .read(
                                        Fields.required(body, "path"),
                                        Fields.number(body, "version").isPresent()
                                                ? (Long) Fields.number(body, "version")
                                                        .getAsLong()
                                                : null)
                                .orElseThrow(WorkspaceRoutes::unknown),
                        true));
            case "list" ->
                Answer.ok(JsonObject.EMPTY.with(
                        "files",
                        new JsonArray(workspace.list(Fields.text(body, "prefix").orElse("")).stream()
                                .<JsonValue>map(file -> WorkspaceRoutes.row(file, false))
                                .toList())));
            case "delete" -> {
                if (!workspace.delete(
                        Fields.required(body, "path"), match, host.clock().instant())) {
                    throw WorkspaceRoutes.unknown();
                }
                yield Answer.empty(204);
            }
            default -> throw RestRefusal.invalid("\"op\": expected put, get, list or delete");
        };
    }
}
