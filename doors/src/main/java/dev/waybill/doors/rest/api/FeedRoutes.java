package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.Frame;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Growth;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.feed.RunFeed;
import dev.waybill.view.run.RunRows;
import java.time.Duration;
import java.util.List;

/// The runs of a tenant as they change: what a list needs so as never to be fetched again.
record FeedRoutes(RestHost host) {

    List<Route> routes() {
        return List.of(Route.get(
                        "/host/waybill/run-changes",
                        "followRuns",
                        Scope.RUNS_READ,
                        "The runs of the caller's tenant as they change, as server-sent events.")
                .query(
                        "since",
                        "Only what changed behind this mark; Last-Event-ID says the same (default: from now on).")
                .header("Last-Event-ID", "Where a reader of the stream was.")
                .gives(200, "RunChanges")
                .refuses(400, 401, 403, 429, 503)
                .by(this::follow));
    }

    private Answer follow(Call call) throws InterruptedException {
        long since = since(call);
        RunReader reader = host.runs().reader(call.caller());
        if (EventRoutes.wantsJson(call)) {
            try (RunFeed feed = host.events().follow(call.caller(), since)) {
                Growth none = new Growth(feed.mark(), List.of(), true);
                return Answer.ok(changes(reader, feed.next(Duration.ZERO).orElse(none)));
            }
        }
        return new Answer.Live(stream -> {
            RunFeed feed = host.events().follow(call.caller(), since);
            stream.follow(feed, new Frame(String.valueOf(feed.mark()), "mark", "{}"), growth -> frame(reader, growth));
        });
    }

    private static Frame frame(RunReader reader, Growth growth) {
        return new Frame(
                String.valueOf(growth.mark()),
                growth.whole() ? "runs" : "reset",
                JsonWriter.compact(changes(reader, growth)));
    }

    private static JsonObject changes(RunReader reader, Growth growth) {
        return JsonObject.of("mark", String.valueOf(growth.mark()))
                .with("runs", new JsonArray(List.copyOf(RunRows.json(reader, growth.runs()))))
                .with("whole", growth.whole());
    }

    /// A mark as text: programs keep it and give it back, and make nothing of it.
    private static long since(Call call) {
        String given = call.header("Last-Event-ID")
                .or(() -> call.query("since"))
                .map(String::strip)
                .orElse("");
        try {
            return given.isEmpty() ? -1 : Math.max(0, Long.parseLong(given));
        } catch (NumberFormatException _) {
            throw RestRefusal.invalid("expected since to be the mark of an earlier answer");
        }
    }
}
