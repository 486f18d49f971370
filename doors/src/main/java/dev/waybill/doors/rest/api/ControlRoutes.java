package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DrainPolicy;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.Once;
import dev.waybill.runtime.ToldRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What people tell runs: stop, wait, go on.
record ControlRoutes(RestHost host) {

    static final int MOST_AT_ONCE = 100;

    List<Route> routes() {
        return List.of(
                Route.post("/runs/{runId}/cancel", "cancelRun", Scope.RUNS_CANCEL, "Cancel a run.")
                        .takes("Reason")
                        .gives(200, "RunStatus")
                        .refuses(400, 401, 403, 404, 409)
                        .keyed()
                        .by(this::cancel),
                Route.post("/runs:bulk-cancel", "bulkCancelRuns", Scope.RUNS_CANCEL, "Cancel up to 100 runs.")
                        .takes("BulkCancel")
                        .gives(200, "BulkCancelResults")
                        .refuses(400, 401, 403)
                        .by(this::cancelAll),
                Route.post("/runs/{runId}:pause", "pauseRun", Scope.RUNS_CANCEL, "Pause a run: nothing new starts.")
                        .takes("Pause")
                        .gives(202, "RunPaused")
                        .refuses(400, 401, 403, 404, 409)
                        .keyed()
                        .by(this::pause),
                Route.post("/runs/{runId}:resume", "resumeRun", Scope.RUNS_CANCEL, "Go on with a paused run.")
                        .gives(202, "RunResumed")
                        .refuses(400, 401, 403, 404, 409)
                        .keyed()
                        .by(this::resume));
    }

    private Answer cancel(Call call) {
        String reason = Fields.text(call.body(), "reason").orElse(null);
        String key = call.idempotencyKey();
        Caller caller = call.caller();
        Function<Instant, Command> cancel = at -> new Command.Cancel(at, reason, caller.principal());
        RunId run = call.run();
        try {
            RunState after = key == null
                    ? host.runs().tell(caller, run, cancel)
                    : host.runs()
                            .tell(caller, run, cancel, once(call, key, JsonObject.EMPTY))
                            .state();
            return Answer.ok(status(run, Status.of(after).wire()));
        } catch (Refused refused) {
            if (call.dialect().refusesLateCancels()) {
                throw refused;
            }
            return Answer.ok(status(run, ended(refused)));
        }
    }

    /// Who cancels what has ended is told how it ended.
    private static String ended(Refused refused) {
        return Optional.of(refused)
                .filter(it -> it.code() == RefusalCode.RUN_TERMINAL)
                .flatMap(it -> it.details().string("runStatus"))
                .orElseThrow(() -> refused);
    }

    private static JsonObject status(RunId run, String status) {
        return JsonObject.of("runId", run.value()).with("status", status);
    }

    private static Once once(Call call, String key, JsonObject answer) {
        return new Once(call.route().operation(), key, call.body(), answer);
    }

    private Answer cancelAll(Call call) {
        JsonObject body = call.body();
        List<JsonValue> ids = body.array("runIds").map(JsonArray::items).orElse(List.of());
        if (ids.isEmpty() || ids.size() > MOST_AT_ONCE) {
            throw new RestRefusal(
                    400,
                    RestRefusal.VALIDATION_ERROR,
                    "expected \"runIds\" to be 1 to " + MOST_AT_ONCE + " run ids, found " + ids.size(),
                    JsonObject.of("maxRunIds", MOST_AT_ONCE));
        }
        String reason = Fields.text(body, "reason").orElse(null);
        List<JsonValue> results = new ArrayList<>();
        for (JsonValue id : ids) {
            String name =
                    id.asString().orElseThrow(() -> RestRefusal.invalid("a run id is a text, found " + id.kind()));
            results.add(cancelled(call.caller(), name, reason));
        }
        return Answer.ok(JsonObject.of("results", new JsonArray(results)));
    }

    private JsonObject cancelled(Caller caller, String name, @Nullable String reason) {
        JsonObject.Builder result = JsonObject.builder().put("runId", name);
        try {
            RunId run = Call.run(name);
            return result.put("ok", true)
                    .put("status", cancelled(caller, run, reason))
                    .build();
        } catch (RestRefusal | Refused e) {
            return result.put("ok", false).put("error", error(e)).build();
        }
    }

    private String cancelled(Caller caller, RunId run, @Nullable String reason) {
        try {
            return Status.of(host.runs().tell(caller, run, at -> new Command.Cancel(at, reason, caller.principal())))
                    .wire();
        } catch (Refused refused) {
            return ended(refused);
        }
    }

    /// An unknown run has one code in a list, whatever it has alone.
    private static JsonObject error(RuntimeException thrown) {
        Refusal refusal = Refusals.outside(thrown);
        boolean unknown = thrown instanceof RestRefusal || refusal.code().equals(RefusalCode.RUN_NOT_FOUND.wire());
        return JsonObject.of("code", unknown ? "not_found" : refusal.code())
                .with("message", String.valueOf(thrown.getMessage()));
    }

    private Answer pause(Call call) {
        JsonObject body = call.body();
        String reason = Fields.text(body, "reason").orElse(null);
        DrainPolicy policy = policy(body);
        return tell(call, at -> new Command.Pause(at, reason, policy), RunStatus.PAUSED, "pausedAt");
    }

    private static DrainPolicy policy(JsonObject body) {
        String named = Fields.text(body, "drainPolicy").orElse(DrainPolicy.DRAIN_CURRENT_NODE.wire());
        try {
            return DrainPolicy.ofWire(named);
        } catch (IllegalArgumentException _) {
            throw RestRefusal.invalid("expected \"drainPolicy\" to be immediate or drain-current-node");
        }
    }

    private Answer resume(Call call) {
        return tell(call, Command.Resume::new, RunStatus.RUNNING, "resumedAt");
    }

    private Answer tell(Call call, Function<Instant, Command> command, RunStatus status, String when) {
        RunId run = call.run();
        String key = call.idempotencyKey();
        JsonObject answer = status(run, status.wire())
                .with(when, new JsonString(Times.format(host.clock().instant())));
        if (key == null) {
            host.runs().tell(call.caller(), run, command);
            return Answer.json(202, answer);
        }
        ToldRun told = host.runs().tell(call.caller(), run, command, once(call, key, answer));
        return told.earlier() == null
                ? Answer.json(202, answer)
                : Replayed.mark(Answer.json(202, told.earlier()), true);
    }
}
