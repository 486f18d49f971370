package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.doors.http.BodyException;
import dev.waybill.doors.http.Callers;
import dev.waybill.doors.http.Door;
import dev.waybill.doors.http.EventStream;
import dev.waybill.doors.http.Frame;
import dev.waybill.doors.http.Replies;
import dev.waybill.doors.http.RequestBody;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Scope;
import dev.waybill.receipt.binding.A2aExtension;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.workflow.WorkflowDefinition;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A2A over JSON-RPC: `/a2a` is the whole host, `/a2a/SKILL` one workflow of it.
public final class A2aDoor implements Door {

    private static final String PATH = "/a2a";
    private static final String OLDER_CARD = "/.well-known/agent.json";
    private static final int LONGEST = 4 * 1024 * 1024;

    /// How long an answer may wait for the end of its task.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration CANCELLING = Duration.ofSeconds(5);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final A2aHost host;
    private final A2aRuns runs;
    private final AgentCards cards;
    private final Consumer<Throwable> trouble;

    /// @param trouble hears of what is our own mistake
    public A2aDoor(A2aHost host, Consumer<Throwable> trouble) {
        this.host = host;
        this.runs = new A2aRuns(host);
        this.cards = new AgentCards(host);
        this.trouble = trouble;
    }

    @Override
    public void openToAll(HttpRules rules) {
        rules.get(A2aExtension.AGENT_CARD_PATH, this::card);
        rules.get(OLDER_CARD, this::card);
        rules.get(PATH + A2aExtension.AGENT_CARD_PATH, this::card);
    }

    @Override
    public void open(HttpRules rules) {
        rules.post(PATH, (request, response) -> post(request, response, null));
        rules.post(PATH + "/{skill}", (request, response) -> post(request, response, skill(request)));
        rules.get(PATH + "/{skill}" + A2aExtension.AGENT_CARD_PATH, this::cardOfOne);
    }

    @Override
    public String notice() {
        return "A2A at " + PATH;
    }

    private static String skill(ServerRequest request) {
        return URLDecoder.decode(request.path().pathParameters().get("skill"), StandardCharsets.UTF_8);
    }

    private String url(ServerRequest request) {
        return host.address()
                        .get()
                        .orElseGet(() -> "http://"
                                + request.headers().first(HeaderNames.HOST).orElse("localhost"))
                + PATH;
    }

    private void card(ServerRequest request, ServerResponse response) {
        Replies.json(
                response,
                Status.OK_200,
                bytes(cards.card(url(request), host.listed().getAsBoolean())));
    }

    private void cardOfOne(ServerRequest request, ServerResponse response) {
        try {
            Callers.of(request, Scope.MANIFEST_READ);
            String id = skill(request);
            WorkflowDefinition workflow = host.skill(id)
                    .orElseThrow(
                            () -> new A2aRefusal(A2aRefusal.INVALID_PARAMS, "this agent has no skill \"" + id + "\""));
            Replies.json(response, Status.OK_200, bytes(cards.card(workflow, url(request) + "/" + id)));
        } catch (A2aRefusal refusal) {
            Replies.error(response, Status.NOT_FOUND_404, "not_found", String.valueOf(refusal.getMessage()));
        } catch (RuntimeException e) {
            Replies.refuse(response, Refusals.outside(e));
        }
    }

    private void post(ServerRequest request, ServerResponse response, @Nullable String skill) {
        JsonValue id = JsonNull.NULL;
        try {
            RpcCall call = RpcCall.read(RequestBody.read(request, LONGEST));
            id = call.id();
            Spelling.Method method = Spelling.method(call.method());
            serve(new Exchange(request, response, call, method.spelling(), skill), method.operation());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (BodyException e) {
            refuse(response, id, new A2aRefusal(A2aRefusal.INVALID_REQUEST, e.said()));
        } catch (RuntimeException e) {
            if (!(e instanceof A2aRefusal) && Refusals.outside(e).kind().concernsTheOperator()) {
                trouble.accept(e);
            }
            refuse(response, id, A2aRefusal.of(e));
        }
    }

    private static void refuse(ServerResponse response, JsonValue id, A2aRefusal refusal) {
        if (!response.isSent()) {
            Status status = refusal.code() == A2aRefusal.FORBIDDEN ? Status.FORBIDDEN_403 : Status.OK_200;
            Replies.json(response, status, bytes(RpcCall.error(id, refusal)));
        }
    }

    private static byte[] bytes(JsonObject json) {
        return JsonWriter.compactBytes(json);
    }

    /// One call with where its answer goes.
    private record Exchange(
            ServerRequest request,
            ServerResponse response,
            RpcCall call,
            Spelling spelling,
            @Nullable String skill) {

        Caller caller() {
            return Callers.of(request);
        }

        void answer(JsonObject result) {
            Replies.json(response, Status.OK_200, bytes(call.result(result)));
        }

        RunId task() {
            return A2aRuns.run(call.params()
                    .string("id")
                    .or(() -> call.params().string("name").map(name -> name.substring(name.lastIndexOf('/') + 1)))
                    .orElseThrow(
                            () -> new A2aRefusal(A2aRefusal.INVALID_PARAMS, "expected \"id\" to be the id of a task")));
        }

        /// What the message carries, and what it leaves open from the headers.
        Incoming message() {
            Incoming message = Incoming.of(call.params());
            try {
                Carried outside = Carried.ofHeaders(name -> request.headers().first(HeaderNames.create(name)));
                return message.carrying(message.carried().or(outside));
            } catch (IllegalArgumentException e) {
                throw new A2aRefusal(A2aRefusal.INVALID_PARAMS, String.valueOf(e.getMessage()));
            }
        }
    }

    private void serve(Exchange exchange, Spelling.Operation operation) throws InterruptedException {
        Caller caller = exchange.caller();
        switch (operation) {
            case SEND -> send(exchange, caller);
            case STREAM -> {
                RunId run = runs.take(caller, exchange.message(), exchange.skill());
                stream(exchange, caller, run);
            }
            case GET -> exchange.answer(task(exchange, caller, runs.state(caller, exchange.task())));
            case CANCEL -> {
                RunId run = exchange.task();
                runs.cancel(caller, run);
                exchange.answer(task(exchange, caller, runs.rested(caller, run, CANCELLING)));
            }
            case RESUBSCRIBE -> {
                RunId run = exchange.task();
                runs.state(caller, run);
                stream(exchange, caller, run);
            }
            case CARD -> {
                caller.require(Scope.MANIFEST_READ);
                exchange.answer(cards.card(url(exchange.request()), true));
            }
            case PUSH ->
                throw new A2aRefusal(
                        A2aRefusal.PUSH_NOT_SUPPORTED,
                        "this agent pushes nothing; stream the task, or ask for it again");
        }
    }

    private void send(Exchange exchange, Caller caller) throws InterruptedException {
        RunId run = runs.take(caller, exchange.message(), exchange.skill());
        RunState state = waits(exchange.call().params()) ? runs.rested(caller, run, PATIENCE) : runs.state(caller, run);
        exchange.answer(exchange.spelling().result("task", task(exchange, caller, state)));
    }

    private static boolean waits(JsonObject params) {
        JsonObject configuration = params.object("configuration").orElse(JsonObject.EMPTY);
        return configuration.get("blocking") != JsonBool.FALSE
                && configuration.get("returnImmediately") != JsonBool.TRUE;
    }

    private Tasks tasks(Exchange exchange, Caller caller, RunState state) {
        return new Tasks(exchange.spelling(), runs.context(caller, state));
    }

    private JsonObject task(Exchange exchange, Caller caller, RunState state) {
        return tasks(exchange, caller, state)
                .task(state, host.runs().standing(caller, state.header().runId()));
    }

    /// The task as it is, then how it goes on, until it has ended or asks something.
    private void stream(Exchange exchange, Caller caller, RunId run) {
        EventStream.serve(exchange.request(), exchange.response(), stream -> {
            RunState state = runs.state(caller, run);
            Tasks tasks = tasks(exchange, caller, state);
            Spelling spelling = exchange.spelling();
            try (EventFeed feed = runs.feed(caller, run, state.head())) {
                stream.whenEnding(feed::close);
                send(stream, exchange, spelling.result("task", task(exchange, caller, state)));
                // A client that waits for the last update gets one, also of a task that was over at once.
                String told = Tasks.rests(state) ? "" : Tasks.state(state);
                while (!Tasks.rests(state) && !stream.isEnding() && !feed.isEnded()) {
                    if (feed.next(KEEP_ALIVE).isEmpty()) {
                        stream.comment("keepalive");
                        continue;
                    }
                    while (feed.isAtHand()) {
                        feed.next(Duration.ZERO);
                    }
                    state = runs.state(caller, run);
                    if (!Tasks.state(state).equals(told)) {
                        told = Tasks.state(state);
                        tell(stream, exchange, caller, tasks, state);
                    }
                }
                RunState last = runs.state(caller, run);
                if (!Tasks.state(last).equals(told) && !stream.isEnding()) {
                    tell(stream, exchange, caller, tasks, last);
                }
            }
        });
    }

    private void tell(EventStream stream, Exchange exchange, Caller caller, Tasks tasks, RunState state)
            throws IOException {
        Spelling spelling = exchange.spelling();
        if (Tasks.isDone(state)) {
            send(stream, exchange, spelling.result("artifact-update", tasks.artifactUpdate(state)));
        }
        send(
                stream,
                exchange,
                spelling.result(
                        "status-update",
                        tasks.statusUpdate(
                                state,
                                host.runs().standing(caller, state.header().runId()))));
    }

    private static void send(EventStream stream, Exchange exchange, JsonObject result) throws IOException {
        stream.send(
                new Frame(null, "message", JsonWriter.compact(exchange.call().result(result))));
    }
}
