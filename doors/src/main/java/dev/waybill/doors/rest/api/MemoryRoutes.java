package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.TenantMemory;
import dev.waybill.view.run.MemoryLines;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// What agents remember, as an extension of this host: the protocol has no operations for it. The tenant is the
/// caller's, and nothing in a path or a body can name another.
record MemoryRoutes(RestHost host) {

    private static final String ALL = "/host/waybill/memory";
    private static final String ONE = ALL + "/{memoryRef}/{memoryId}";
    private static final long MOST = 1_000;

    List<Route> routes() {
        return List.of(
                scoped(Route.get(ALL, "listMemory", Scope.WORKSPACE_READ, "What agents remember, the newest first."))
                        .query("ref", "One memory (default: all).")
                        .query("tag", "Only entries with this tag.")
                        .query("limit", "At most so many, up to 1000 (default: 100).")
                        .gives(200, "MemoryList")
                        .refuses(400, 401, 403)
                        .by(this::list),
                scoped(Route.get(ONE, "getMemory", Scope.WORKSPACE_READ, "Read an entry."))
                        .gives(200, "MemoryEntry")
                        .refuses(400, 401, 403, 404)
                        .by(this::get),
                scoped(Route.get(ONE + "/history", "getMemoryHistory", Scope.WORKSPACE_READ, "What an entry has said."))
                        .gives(200, "MemoryHistory")
                        .refuses(400, 401, 403)
                        .by(this::history),
                scoped(Route.put(ONE, "putMemory", Scope.WORKSPACE_WRITE, "Write an entry, or replace it."))
                        .also(Scope.WORKSPACE_READ)
                        .takes("MemoryDraft")
                        .gives(200, "MemoryEntry")
                        .refuses(400, 401, 403)
                        .by(this::put),
                scoped(Route.delete(ONE, "deleteMemory", Scope.WORKSPACE_WRITE, "Forget an entry."))
                        .also(Scope.WORKSPACE_READ)
                        .gives(204, "")
                        .refuses(400, 401, 403, 404)
                        .by(this::delete),
                Route.get(
                                "/host/waybill/runs/{runId}/memory",
                                "getRunMemory",
                                Scope.RUNS_READ,
                                "What a run saw of its memory before one of its events.")
                        .also(Scope.WORKSPACE_READ)
                        .query("before", "The event's sequence (default: the end of the log).")
                        .query("ref", "One memory (default: all).")
                        .gives(200, "MemoryList")
                        .refuses(400, 401, 403, 404, 410, 422)
                        .by(this::ofRun));
    }

    private static Route.Builder scoped(Route.Builder route) {
        return route.query("scope", "Which of the tenant's memories (default: shared).");
    }

    private TenantMemory memory(Call call) {
        return TenantMemory.of(host.runs().store(), call.caller(), call.caller().tenant());
    }

    private MemoryScope scope(Call call) {
        return memory(call).scope(call.query("scope").orElse(null));
    }

    private Instant now() {
        return host.clock().instant();
    }

    private Answer list(Call call) {
        long limit = call.number("limit", 100, 1, MOST);
        TenantMemory.Seen seen = memory(call).now(scope(call), call.query("ref").orElse(null), null, now());
        return Answer.ok(MemoryLines.list(seen.entries().stream()
                .filter(entry -> call.query("tag").isEmpty()
                        || entry.tags().contains(call.query("tag").get()))
                .limit(limit)
                .toList()));
    }

    private Answer ofRun(Call call) {
        Long before = call.query("before").isEmpty() ? null : call.number("before", 0, 0, Long.MAX_VALUE);
        return Answer.ok(MemoryLines.list(memory(call)
                .before(call.run(), before, call.query("ref").orElse(null), null)
                .entries()));
    }

    private Answer get(Call call) {
        return memory(call).now(scope(call), call.path("memoryRef"), call.path("memoryId"), now()).entries().stream()
                .findFirst()
                .<Answer>map(entry -> Answer.ok(MemoryLines.entry(entry)))
                .orElseThrow(MemoryRoutes::unknown);
    }

    private static RestRefusal unknown() {
        return RestRefusal.notFound("there is no such entry in this memory");
    }

    private Answer history(Call call) {
        return Answer.ok(
                MemoryLines.history(memory(call).history(scope(call), call.path("memoryRef"), call.path("memoryId"))));
    }

    private Answer put(Call call) throws IOException {
        JsonObject body = call.body();
        OptionalLong ttl = Fields.number(body, "ttlSeconds");
        if (ttl.isPresent() && (ttl.getAsLong() < 0 || ttl.getAsLong() > Integer.MAX_VALUE)) {
            throw RestRefusal.invalid("\"ttlSeconds\": expected 0 to " + Integer.MAX_VALUE);
        }
        MemoryWrite written = memory(call)
                .set(
                        scope(call),
                        call.path("memoryRef"),
                        call.path("memoryId"),
                        Fields.text(body, "content").orElseThrow(() -> RestRefusal.invalid("\"content\" is missing")),
                        tags(body),
                        now(),
                        ttl.isPresent() ? Duration.ofSeconds(ttl.getAsLong()) : null);
        return Answer.ok(MemoryLines.entry(written));
    }

    private static List<String> tags(JsonObject body) {
        List<String> tags = new ArrayList<>();
        if (body.has("tags") && body.array("tags").isEmpty()) {
            throw RestRefusal.invalid("\"tags\": expected an array of texts");
        }
        for (JsonValue tag : body.array("tags").orElse(JsonArray.EMPTY)) {
            if (!(tag instanceof JsonString(var text))) {
                throw RestRefusal.invalid("\"tags\": expected texts, found " + tag.kind());
            }
            tags.add(text);
        }
        return tags;
    }

    private Answer delete(Call call) {
        boolean there = memory(call).delete(scope(call), call.path("memoryRef"), call.path("memoryId"), now());
        if (!there) {
            throw unknown();
        }
        return Answer.empty(204);
    }
}
