package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.http.Frame;
import dev.waybill.doors.http.Framing;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.Dialect;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.view.run.RunSnapshot;
import dev.waybill.view.run.WireEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// A run's log: at once, as it comes, or as long as one cares to wait.
record EventRoutes(RestHost host) {

    private static final int MOST = 10_000;
    private static final int LONGEST_BUFFER = 5_000;

    List<Route> routes() {
        return List.of(
                Route.get("/runs/{runId}/events", "streamRunEvents", Scope.RUNS_READ, "A run's events as they come.")
                        .query(
                                "streamMode",
                                "updates (default), messages, debug, or a mix of them with commas; or values: the run"
                                        + " itself whenever it changes.")
                        .query("bufferMs", "Send what came within so many milliseconds together, 0 to 5000.")
                        .query(
                                "live",
                                "true: also what activities of this process show while they work, as frames live without"
                                        + " an id.")
                        .query("lastSequence", "Only events behind this one; Last-Event-ID says the same.")
                        .header("Last-Event-ID", "Where a reader of the stream was.")
                        .gives(200, "EventList")
                        .refuses(400, 401, 403, 404, 410, 429, 503)
                        .by(this::events),
                Route.get(
                                "/runs/{runId}/events/poll",
                                "pollRunEvents",
                                Scope.RUNS_READ,
                                "Wait for a run's next events.")
                        .query("lastSequence", "Only events behind this one (default -1: all).")
                        .query("timeout", "How many seconds to wait, 1 to 60 (default 10).")
                        .gives(200, "EventPage")
                        .refuses(400, 401, 403, 404, 410)
                        .by(this::poll));
    }

    private Answer events(Call call) {
        Set<StreamMode> modes = StreamMode.mix(call.query("streamMode").orElse("updates"));
        long buffer = call.number("bufferMs", 0, 0, LONGEST_BUFFER);
        boolean live = asksLive(call);
        long from = after(call);
        RunId run = call.run();
        RunReader reader = host.runs().reader(call.caller());
        RunState state = reader.state(run);
        if (wantsJson(call)) {
            return Answer.ok(page(call.dialect(), run, reader.events(run, from, MOST)));
        }
        Framing framing = modes.contains(StreamMode.VALUES)
                ? new Snapshots(
                        () -> reader.state(run),
                        now -> call.dialect()
                                .described(RunSnapshot.of(reader, now)
                                        .toJson(_ -> JsonObject.EMPTY)
                                        .with(
                                                "workspace",
                                                WorkspaceRoutes.seenBy(
                                                        host.runs().store(), now.header()))))
                : events(call.dialect(), run, modes, Duration.ofMillis(buffer));
        // What models say as they say it may hold what the run hides.
        if (!live || PublicView.hidesAnything(state)) {
            return new Answer.Live(stream -> stream.follow(open(call, run, from), framing));
        }
        return new Answer.Live(stream ->
                stream.follow(open(call, run, from), framing, host.runs().watch(call.caller(), run), LiveFraming::of));
    }

    private static Framing events(Dialect dialect, RunId run, Set<StreamMode> modes, Duration buffer) {
        Predicate<StoredEvent> wanted = event -> modes.stream().anyMatch(mode -> mode.shows(event));
        return buffer.isZero()
                ? event -> wanted.test(event) ? List.of(frame(dialect, run, modes, event)) : List.of()
                : new Batches(buffer, wanted, event -> wire(dialect, run, event));
    }

    private static boolean asksLive(Call call) {
        return switch (call.query("live").orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw RestRefusal.invalid("expected live to be true or false");
        };
    }

    static boolean wantsJson(Call call) {
        String accept = call.header("Accept").orElse("").toLowerCase(Locale.ROOT);
        return accept.contains("application/json") && !accept.contains("text/event-stream");
    }

    private static long after(Call call) {
        Optional<String> last = call.header("Last-Event-ID");
        if (last.isEmpty()) {
            return call.number("lastSequence", -1, -1, Integer.MAX_VALUE) + 1;
        }
        try {
            return Math.max(0, Math.addExact(Long.parseLong(last.get().strip()), 1));
        } catch (NumberFormatException | ArithmeticException _) {
            throw RestRefusal.invalid("expected Last-Event-ID to be the sequence of an event");
        }
    }

    private EventFeed open(Call call, RunId run, long from) {
        return host.events()
                .open(call.caller(), run, from)
                .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run));
    }

    private static Frame frame(Dialect dialect, RunId run, Set<StreamMode> modes, StoredEvent event) {
        return new Frame(
                String.valueOf(event.sequence()),
                StreamMode.frame(modes, event, dialect.type(event.type())),
                JsonWriter.compact(wire(dialect, run, event)));
    }

    private static JsonObject wire(Dialect dialect, RunId run, StoredEvent event) {
        return dialect.event(WireEvent.of(EventCodec.decode(run, event)));
    }

    private static JsonObject page(Dialect dialect, RunId run, List<StoredEvent> events) {
        List<JsonValue> all = new ArrayList<>();
        events.forEach(event -> all.add(wire(dialect, run, event)));
        JsonObject page = JsonObject.of("events", new JsonArray(all));
        return events.size() < MOST ? page : page.with("truncated", JsonBool.TRUE);
    }

    private Answer poll(Call call) throws InterruptedException {
        long last = call.number("lastSequence", -1, -1, Integer.MAX_VALUE);
        Duration patience = Duration.ofSeconds(call.number("timeout", 10, 1, 60));
        RunId run = call.run();
        List<StoredEvent> events = new ArrayList<>();
        try (EventFeed feed = open(call, run, last + 1)) {
            Optional<StoredEvent> next = feed.next(Duration.ZERO);
            if (next.isEmpty()) {
                next = feed.next(patience);
            }
            while (next.isPresent() && events.size() < MOST) {
                events.add(next.get());
                next = feed.isEnded() ? Optional.empty() : feed.next(Duration.ZERO);
            }
        }
        RunState state = host.runs().state(call.caller(), run);
        long seen = events.isEmpty() ? last : events.getLast().sequence();
        boolean complete = state.isTerminal() && seen >= state.head() - 1;
        return Answer.ok(page(call.dialect(), run, events)
                .with("isComplete", JsonBool.of(complete))
                .with("isTerminal", JsonBool.of(state.isTerminal()))
                .with("runStatus", Status.of(state).wire())
                .with("lastEventSeq", JsonNumber.of(state.head() - 1)));
    }
}
