package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.decide.ClosedQuestions;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.AskedByToken;
import dev.waybill.runtime.Once;
import dev.waybill.runtime.ToldRun;
import dev.waybill.view.run.AnsweredQuestion;
import dev.waybill.view.run.AskedQuestion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Questions of runs, answered by who may.
record InterruptRoutes(RestHost host) {

    private static final String VALUE = "resumeValue";
    private static final String BY_TOKEN = "/interrupts/{token}";

    List<Route> routes() {
        return List.of(
                Route.post(
                                "/runs/{runId}/interrupts/{nodeId}",
                                "resolveInterrupt",
                                Scope.APPROVALS_RESPOND,
                                "Answer what a node asks.")
                        .also(Scope.RUNS_READ)
                        .takes("Resolve")
                        .gives(200, "Resolved")
                        .refuses(400, 401, 403, 404, 409, 410, 422)
                        .keyed()
                        .by(this::resolve),
                Route.open("GET", BY_TOKEN, "inspectInterruptByToken", "Look at the question that a token names.")
                        .gives(200, "Question")
                        .refuses(400, 403, 404, 409, 410, 422)
                        .by(this::inspect),
                Route.open("POST", BY_TOKEN, "resolveInterruptByToken", "Answer the question that a token names.")
                        .takes("Resolve")
                        .gives(200, "Resolved")
                        .refuses(400, 403, 404, 409, 410, 422)
                        .by(this::resolveByToken));
    }

    /// Whoever holds the token needs no key.
    private Answer inspect(Call call) {
        AskedByToken asked = asked(call);
        return Answer.ok(AskedQuestion.of(asked.interrupt())
                .toJson()
                .with("runId", asked.state().header().runId().value())
                .with("status", Status.of(asked.state()).wire())
                .with("expiresAt", Times.format(asked.claims().expiresAt())));
    }

    private AskedByToken asked(Call call) {
        try {
            return host.runs().tokenHolders().asked(call.path("token"));
        } catch (Refused refused) {
            throw call.dialect()
                    .refusal("token/" + refused.code().wire(), String.valueOf(refused.getMessage()))
                    .<RuntimeException>map(it -> it)
                    .orElse(refused);
        }
    }

    private Answer resolveByToken(Call call) {
        String token = call.path("token");
        String node = asked(call).interrupt().nodeId();
        JsonObject body = call.body();
        JsonValue value = value(body);
        RunState after = host.runs()
                .tokenHolders()
                .answer(token, value, voter(body, value).orElse(null));
        return Answer.ok(resolved(after, node));
    }

    private Answer resolve(Call call) {
        JsonObject body = call.body();
        JsonValue value = value(body);
        String node = call.path("nodeId");
        RunId run = call.run();
        Optional<String> said = voter(body, value);
        Optional<String> proven =
                said.isPresent() ? Optional.empty() : call.caller().name();
        String by = said.or(() -> proven).orElse(null);
        Function<Instant, Command.Answer> answer = at -> new Command.Answer(at, node, value, by, proven.isPresent());
        String key = call.idempotencyKey();
        if (key == null) {
            requireOpen(host.runs().state(call.caller(), run), node);
            RunState after =
                    host.runs().tell(call.caller(), run, at -> answer.apply(at).alone());
            return Answer.ok(resolved(after, node));
        }
        ToldRun told = host.runs()
                .tell(
                        call.caller(),
                        run,
                        answer,
                        new Once(call.route().operation() + "/" + node, key, body, JsonObject.EMPTY));
        return Replayed.mark(Answer.ok(resolved(told.state(), node)), told.earlier() != null);
    }

    /// An answer that only repeats another one changes nothing; its sender learns that somebody was first.
    private static void requireOpen(RunState state, String node) {
        if (state.interrupts().values().stream()
                .noneMatch(it -> it.nodeId().equals(node)
                        || it.key().equals(node)
                        || it.id().equals(node))) {
            throw ClosedQuestions.refusal(state, node);
        }
    }

    private static JsonObject resolved(RunState state, String node) {
        return JsonObject.of("runId", state.header().runId().value())
                .with("status", Status.of(state).wire())
                .with("interrupt", AnsweredQuestion.of(state, node).toJson());
    }

    static JsonValue value(JsonObject body) {
        JsonValue value = body.get(VALUE);
        if (value == null) {
            throw RestRefusal.invalid("\"" + VALUE + "\" is missing: the answer");
        }
        return value;
    }

    /// Voters who share a key are told apart by the name that they bring.
    static Optional<String> voter(JsonObject body, JsonValue value) {
        JsonObject said = value.asObject().orElse(JsonObject.EMPTY);
        return Stream.of(said, body)
                .flatMap(object ->
                        Stream.of("voter", "approver", "decidedBy").flatMap(name -> object.string(name).stream()))
                .filter(name -> !name.isBlank())
                .findFirst();
    }
}
