package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.diff.Comparison;
import dev.waybill.engine.diff.RunDiff;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.EventPages;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Created;
import dev.waybill.runtime.RunReader;
import dev.waybill.view.run.Ancestry;
import java.util.List;
import java.util.OptionalLong;

/// Where runs come from and where they part.
final class ForkRoutes {

    private static final String FROM = "fromSeq";
    private static final String OVERLAY = "runOptionsOverlay";

    private final RestHost host;

    ForkRoutes(RestHost host) {
        this.host = host;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/runs/{runId}:fork", "forkRun", Scope.RUNS_CREATE, "Replay a run, or branch from it.")
                        .also(Scope.RUNS_READ)
                        .takes("Fork")
                        .gives(201, "RunForked")
                        .refuses(400, 401, 403, 404, 409, 410, 422)
                        .keyed()
                        .by(this::fork),
                Route.get("/runs/{runId}:diff", "diffRuns", Scope.RUNS_READ, "Where two runs part.")
                        .query("against", "The other run.")
                        .gives(200, "RunDiff")
                        .refuses(400, 401, 403, 404, 410)
                        .by(this::diff),
                Route.get("/runs/{runId}/ancestry", "getRunAncestry", Scope.RUNS_READ, "Who handed work to this run.")
                        .gives(200, "Ancestry")
                        .refuses(401, 403, 404)
                        .by(this::ancestry));
    }

    private Answer fork(Call call) {
        JsonObject body = call.body();
        ForkMode mode = mode(body);
        JsonObject overlay = Fields.object(body, OVERLAY);
        if (mode.repeats() && !overlay.isEmpty()) {
            throw RestRefusal.invalid("a replay changes nothing: leave out \"" + OVERLAY + "\", or branch");
        }
        long from = from(body, mode);
        RunId source = call.run();
        Created fork = host.runs().fork(call.caller(), source, from, mode, overlay, call.idempotencyKey());
        String url = call.dialect().url("/runs/" + fork.run());
        JsonObject answer = JsonObject.builder()
                .put("runId", fork.run().value())
                .put("sourceRunId", source.value())
                .put(FROM, from)
                .put("mode", mode.wire())
                .put("status", RunStatus.PENDING.wire())
                .put("statusUrl", url)
                .put("eventsUrl", url + "/events")
                .build();
        return Replayed.mark(Answer.json(201, answer).with("Location", url), fork.again());
    }

    private static ForkMode mode(JsonObject body) {
        return switch (Fields.required(body, "mode")) {
            case "replay" -> ForkMode.REPLAY;
            // Ours: a replay that stops where its source was cancelled, so that the two can be compared.
            case "check" -> ForkMode.CHECK;
            case "branch" -> ForkMode.BRANCH;
            default -> throw RestRefusal.invalid("expected \"mode\" to be replay or branch");
        };
    }

    private static long from(JsonObject body, ForkMode mode) {
        OptionalLong from = Fields.number(body, FROM);
        if (from.isEmpty() && mode == ForkMode.BRANCH) {
            throw RestRefusal.invalid("a branch needs \"" + FROM + "\", the first event that is its own");
        }
        if (from.orElse(0) < 0) {
            throw RestRefusal.invalid("expected \"" + FROM + "\" to be 0 or more, found " + from.getAsLong());
        }
        return from.orElse(0);
    }

    private Answer diff(Call call) {
        RunId other = Call.run(call.query("against")
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> RestRefusal.invalid("against=RUN is missing: the run to compare with")));
        RunId one = call.run();
        RunReader reader = host.runs().reader(call.caller());
        RunState a = reader.state(one);
        RunState b = reader.state(other);
        RunDiff diff = RunDiff.of(
                new EventPages(reader, one), new EventPages(reader, other), Comparison.of(a.header(), b.header()));
        return Answer.ok(diff.toJson(a, b));
    }

    private Answer ancestry(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunState state = reader.state(call.run());
        return Answer.ok(Ancestry.of(reader::state, state).toJson(host.hostId()));
    }
}
