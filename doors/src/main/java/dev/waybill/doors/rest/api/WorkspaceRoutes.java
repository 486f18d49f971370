package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.TenantWorkspace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files that a tenant shares with its runs. The tenant is the caller's; nothing in a path can name another.
final class WorkspaceRoutes {

    private static final String ALL = "/host/workspace/files";
    private static final String ONE = ALL + "/{path}";

    private final RestHost host;

    WorkspaceRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.get(ALL, "listWorkspaceFiles", Scope.WORKSPACE_READ, "The files of the workspace.")
                        .query("prefix", "Only paths that begin so.")
                        .gives(200, "WorkspaceFiles")
                        .refuses(401, 403)
                        .by(this::list),
                Route.get(ONE, "getWorkspaceFile", Scope.WORKSPACE_READ, "Read a file.")
                        .query("version", "An earlier version (default: the newest).")
                        .gives(200, "WorkspaceFile")
                        .refuses(400, 401, 403, 404)
                        .by(this::read),
                Route.put(ONE, "putWorkspaceFile", Scope.WORKSPACE_WRITE, "Write a file; If-Match guards its version.")
                        .also(Scope.WORKSPACE_READ)
                        .header("If-Match", "The etag that is to be replaced; another one is a conflict.")
                        .takes("WorkspaceDraft")
                        .gives(200, "WorkspaceFile")
                        .refuses(400, 401, 403, 409, 413, 415)
                        .by(this::write),
                Route.delete(ONE, "deleteWorkspaceFile", Scope.WORKSPACE_WRITE, "Remove a file.")
                        .also(Scope.WORKSPACE_READ)
                        .header("If-Match", "The etag that is to be replaced; another one is a conflict.")
                        .gives(204, "")
                        .refuses(401, 403, 404, 409)
                        .by(this::delete),
                Route.get(
                                "/host/waybill/runs/{runId}/workspace",
                                "getRunWorkspace",
                                Scope.RUNS_READ,
                                "What a run saw of the workspace before one of its events.")
                        .also(Scope.WORKSPACE_READ)
                        .query("before", "The event's sequence (default: the end of the log).")
                        .query("path", "One file, with its content (default: all of them, without).")
                        .gives(200, "WorkspaceFiles")
                        .refuses(400, 401, 403, 404, 410, 422)
                        .by(this::ofRun));
    }

    private TenantWorkspace workspace(Call call) {
        return TenantWorkspace.of(host.runs().store(), call.caller());
    }

    private Answer list(Call call) {
        return Answer.ok(JsonObject.EMPTY.with(
                "files", rows(workspace(call).list(call.query("prefix").orElse("")))));
    }

    /// What a run saw of the workspace when it started.
    static JsonArray seenBy(RunStore store, RunHeader header) {
        return rows(TenantWorkspace.seenBy(store, header));
    }

    private Answer ofRun(Call call) {
        long before = call.number("before", Long.MAX_VALUE, 0, Long.MAX_VALUE);
        String path = call.query("path").orElse(null);
        List<JsonValue> rows = new ArrayList<>();
        workspace(call).before(host.runs().reader(call.caller()), call.run(), before).stream()
                .filter(file -> path == null || file.name().equals(path))
                .forEach(file -> rows.add(row(file, path != null)));
        return Answer.ok(JsonObject.EMPTY.with("files", new JsonArray(rows)));
    }

    private static JsonArray rows(List<Document> files) {
        List<JsonValue> rows = new ArrayList<>();
        files.forEach(file -> rows.add(row(file, false)));
        return new JsonArray(rows);
    }

    static JsonObject row(Document file, boolean whole) {
        return JsonObject.builder()
                .put("path", file.name())
                .putIfPresent(
                        "content", whole ? new JsonString(new String(file.content(), StandardCharsets.UTF_8)) : null)
                .putIfPresent("contentType", file.type())
                .put("version", file.version())
                .put("etag", TenantWorkspace.etag(file))
                .put("updatedAt", Times.format(file.at()))
                .build();
    }

    private static Answer answer(Document file) {
        return Answer.ok(row(file, true)).with("ETag", '"' + TenantWorkspace.etag(file) + '"');
    }

    private Answer read(Call call) {
        Long version = call.query("version").isEmpty() ? null : call.number("version", 1, 1, Long.MAX_VALUE);
        return workspace(call)
                .read(call.path("path"), version)
                .<Answer>map(WorkspaceRoutes::answer)
                .orElseThrow(WorkspaceRoutes::unknown);
    }

    static RestRefusal unknown() {
        return RestRefusal.notFound("there is no such file in this workspace");
    }

    private Answer write(Call call) {
        JsonObject body = call.body();
        if (!body.has("content")) {
            throw RestRefusal.invalid("\"content\" is missing");
        }
        return answer(workspace(call)
                .write(
                        call.path("path"),
                        Fields.text(body, "content")
                                .orElseThrow(() -> RestRefusal.invalid("\"content\": expected a text, found null")),
                        Fields.text(body, "contentType").orElse(null),
                        match(call),
                        host.clock().instant()));
    }

    private static @Nullable String match(Call call) {
        return call.header("If-Match")
                .map(etag -> etag.strip().replaceAll("^\"|\"$", ""))
                .orElse(null);
    }

    private Answer delete(Call call) {
        if (!workspace(call).delete(call.path("path"), match(call), host.clock().instant())) {
            throw unknown();
        }
        return Answer.empty(204);
    }
}
