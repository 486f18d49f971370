package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.guided.AgentPrompt;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.view.guided.Session;
import dev.waybill.view.guided.SessionLines;
import dev.waybill.view.guided.SessionList;
import dev.waybill.view.guided.SessionPosition;
import dev.waybill.view.guided.SessionView;
import dev.waybill.workflow.Members;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// Sessions of guided workflows, as an extension of this host: what agents were told and brought, place by place.
record SessionRoutes(RestHost host) {

    private static final String ALL = "/host/waybill/sessions";
    private static final String ONE = ALL + "/{sessionId}";
    private static final String PLACES = ONE + "/places";
    private static final String PLACE = PLACES + "/{stateTokenHash}";
    private static final int USUAL = 50;
    private static final int MOST = 200;

    List<Route> routes() {
        return List.of(
                Route.get(ALL, "listSessions", Scope.RUNS_READ, "Sessions of guided workflows, newest first.")
                        .query("limit", "At most so many, 1 to 200 (default 50).")
                        .query("cursor", "Where to go on: nextCursor of the page before.")
                        .gives(200, "SessionList")
                        .refuses(400, 401, 403)
                        .by(this::list),
                Route.get(ONE, "getSession", Scope.RUNS_READ, "A session: its runs, workflows, agents and branches.")
                        .gives(200, "Session")
                        .refuses(401, 403, 404, 410)
                        .by(call -> Answer.ok(view(call).head())),
                Route.get(PLACES, "streamSessionPlaces", Scope.RUNS_READ, "A session's places as they come.")
                        .query("after", "Only what came behind this position; Last-Event-ID says the same.")
                        .header("Last-Event-ID", "Where a reader of the stream was.")
                        .gives(200, "SessionChanges")
                        .refuses(400, 401, 403, 404, 410, 429, 503)
                        .by(this::places),
                Route.get(
                                PLACE,
                                "getSessionPlace",
                                Scope.RUNS_READ,
                                "One place: its prompt, what led to it, and what was refused there.")
                        .gives(200, "SessionPlace")
                        .refuses(401, 403, 404, 410)
                        .by(call -> found(call, view(call).place(hash(call)))),
                Route.get(
                                PLACE + "/documents",
                                "getSessionDocuments",
                                Scope.RUNS_READ,
                                "What the way to a place brought, shown as the workflow's contracts say.")
                        .gives(200, "SessionDocuments")
                        .refuses(401, 403, 404, 410)
                        .by(call -> found(call, view(call).documents(hash(call)))),
                Route.get(
                                PLACE + "/notes",
                                "getSessionNotes",
                                Scope.RUNS_READ,
                                "The notes on the way to a place, newest first.")
                        .query("before", "Only those in front of this one: first of the page before.")
                        .query("limit", "At most so many, 1 to 200 (default 50).")
                        .gives(200, "SessionNotes")
                        .refuses(400, 401, 403, 404, 410)
                        .by(this::notes),
                Route.get(
                                PLACE + "/prompt",
                                "getSessionPrompt",
                                Scope.RUNS_CREATE,
                                "A prompt for an agent that lost its tokens: what was done, the step, fresh tokens.")
                        .also(Scope.RUNS_READ)
                        .gives(200, "SessionPrompt")
                        .refuses(401, 403, 404, 409, 410)
                        .by(this::prompt));
    }

    /// Whoever holds the tokens continues the run, so to read them takes the scope for that.
    private Answer prompt(Call call) {
        SessionView.Spot spot = view(call).spot(hash(call)).orElseThrow(() -> noPlace(call));
        RunHost runs = host.runs();
        return AgentPrompt.of(
                        runs.store(),
                        runs.reader(call.caller()).state(spot.run()),
                        spot.sequence(),
                        new TokenKeyring(runs.store(), host.clock(), new SecureRandom()))
                .map(text -> Answer.ok(JsonObject.of("prompt", text)))
                .orElseThrow(() -> new RestRefusal(
                        409, "nothing_pending", "no step is pending there, so there is nothing to hand to an agent"));
    }

    private Answer list(Call call) {
        int limit = (int) call.number("limit", USUAL, 1, MOST);
        RunId before = call.query("cursor").map(RunRoutes::cursor).orElse(null);
        return Answer.ok(SessionList.read(host.runs().reader(call.caller()), before, limit)
                .toJson());
    }

    private Session session(Call call) {
        String name = call.path("sessionId");
        return SessionList.find(host.runs().reader(call.caller()), name)
                .orElseThrow(() -> new RestRefusal(
                        404, "session_not_found", "no session is called \"%s\"".formatted(Members.shown(name))));
    }

    private SessionView view(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        return SessionView.read(reader, host.runs().store(), reader::state, session(call));
    }

    private static String hash(Call call) {
        return call.path("stateTokenHash");
    }

    private static Answer found(Call call, Optional<JsonObject> answer) {
        return Answer.ok(answer.orElseThrow(() -> noPlace(call)));
    }

    private static RestRefusal noPlace(Call call) {
        return new RestRefusal(
                404,
                "place_not_found",
                "no place of this session has the hash %s; see %s"
                        .formatted(Members.shown(hash(call)), "streamSessionPlaces"));
    }

    private Answer notes(Call call) {
        int before = (int) call.number("before", Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
        int limit = (int) call.number("limit", USUAL, 1, MOST);
        return found(call, view(call).notes(hash(call), new SessionView.Part(before, limit)));
    }

    private Answer places(Call call) throws InterruptedException {
        Session session = session(call);
        SessionLines lines = new SessionLines(host.runs().store(), after(call));
        SessionStream stream = new SessionStream(host, call.caller(), session, lines);
        if (!EventRoutes.wantsJson(call)) {
            return new Answer.Live(stream);
        }
        try {
            JsonObject changes = stream.read();
            return Answer.ok(changes.with("after", lines.position().toString()));
        } finally {
            stream.close();
        }
    }

    private static SessionPosition after(Call call) {
        String text = call.header("Last-Event-ID")
                .map(String::strip)
                .or(() -> call.query("after"))
                .orElse("");
        try {
            return SessionPosition.parse(text);
        } catch (IllegalArgumentException _) {
            throw RestRefusal.invalid("expected a position that this operation gave, found " + Members.shown(text));
        }
    }
}
