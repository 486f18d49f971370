package dev.waybill.doors.rest.api;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.state.Interrupt;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.Created;
import dev.waybill.runtime.ResumeTokens;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.StartRequest;
import dev.waybill.view.run.RunRows;
import dev.waybill.view.run.RunSnapshot;
import dev.waybill.workflow.InputNames;
import dev.waybill.workflow.Suggestion;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs: started, listed, looked at.
record RunRoutes(RestHost host) {

    private static final Duration TOKEN_LIFE = Duration.ofMinutes(30);
    private static final int MOST_TAGS = 100;
    private static final int LONGEST_TAG = 256;
    private static final int LONGEST_SHOWN = 40;
    private static final int USUAL_PAGE = 50;
    private static final int LARGEST_PAGE = 500;

    /// What a body may have in a version that knows its members.
    private static final List<String> MEMBERS = List.of(
            "workflowId",
            "inputs",
            "residency",
            "tenantId",
            "scopeId",
            "callbackUrl",
            "mode",
            "evalSuiteRef",
            "agentId",
            "configurable",
            "tags",
            "metadata");

    List<Route> routes() {
        return List.of(
                Route.post("/runs", "createRun", Scope.RUNS_CREATE, "Start a run of a workflow.")
                        .header("X-Dedup", "enforce: only if no other run of the workflow is under way.")
                        .header("traceparent", "The caller's trace, which the run goes on.")
                        .header("X-Correlation-Id", "The chain of evidence that the run belongs to.")
                        .takes("CreateRun")
                        .gives(201, "RunCreated")
                        .refuses(400, 401, 403, 404, 409, 413, 415, 503)
                        .keyed()
                        .by(this::create),
                Route.get("/runs", "listRuns", Scope.RUNS_READ, "List runs, newest first.")
                        .query("status", "Only runs in these statuses, separated by commas.")
                        .query("workflowId", "Only runs of this workflow.")
                        .query("parentRunId", "Only runs that this run handed work to.")
                        .query("roots", "true: only runs that no run of this host handed work to.")
                        .query("search", "Only runs whose id begins with this or whose workflow's id has it.")
                        .query("sourceRunId", "Only replays and branches of this run.")
                        .query("limit", "At most so many, 1 to 500 (default 50).")
                        .query("cursor", "Where to go on: nextCursor of the page before.")
                        .gives(200, "RunList")
                        .refuses(400, 401, 403)
                        .by(this::list),
                Route.get("/runs/{runId}", "getRun", Scope.RUNS_READ, "Look at a run.")
                        .gives(200, "RunSnapshot")
                        .refuses(401, 403, 404, 410)
                        .by(this::read));
    }

    private Answer create(Call call) throws IOException {
        JsonObject body = call.body();
        WorkflowDefinition definition = wanted(call.caller(), body);
        JsonObject inputs = Fields.object(body, "inputs");
        return start(call, body, definition, host.seams().isPresent() ? ScenarioSeam.inputs(inputs) : inputs);
    }

    /// A workflow, or an agent, whose run is a graph of one node.
    private WorkflowDefinition wanted(Caller caller, JsonObject body) {
        Optional<String> agent = Fields.text(body, "agentId");
        if (agent.isEmpty()) {
            return definition(caller, Fields.required(body, "workflowId"));
        }
        requireAgents();
        if (Fields.text(body, "workflowId")
                .filter(id -> !id.equals(agent.get()))
                .isPresent()) {
            throw RestRefusal.invalid("expected a workflowId or an agentId, found both");
        }
        return host.agents().graph(agent.get(), "run-api").orElseThrow(() -> AgentRoutes.unknown(host, agent.get()));
    }

    /// `@agent` and a message: a run of that agent, with the message as its task.
    Answer chat(Call call) throws IOException {
        JsonObject body = call.body();
        String said = Fields.required(body, "message").strip();
        int end = said.indexOf(' ');
        if (!said.startsWith("@") || end < 2) {
            throw RestRefusal.invalid("expected \"message\" to begin with @ and an agent's id, then what to tell it");
        }
        String agent = said.substring(1, end);
        JsonObject task = JsonObject.of("message", said.substring(end + 1).strip())
                .withIfPresent(
                        "conversationId", Fields.text(body, "conversationId").orElse(null));
        return start(
                call,
                body,
                host.agents().graph(agent, "chat-mention").orElseThrow(() -> AgentRoutes.unknown(host, agent)),
                task);
    }

    private Answer start(Call call, JsonObject body, WorkflowDefinition definition, JsonObject inputs) {
        Caller caller = call.caller();
        Fields.text(body, "tenantId")
                .filter(tenant -> !tenant.equals(caller.tenant()))
                .ifPresent(_ -> {
                    throw new RestRefusal(403, "forbidden", "runs belong to the tenant whose key starts them");
                });
        requireKnown(call);
        String callback = Fields.text(body, "callbackUrl").orElse(null);
        if (callback != null) {
            host.webhooks().checkCallback(callback);
        }
        Created created = host.runs()
                .create(
                        caller,
                        new StartRequest(
                                        definition,
                                        inputs,
                                        configurable(call, inputs),
                                        metadata(body),
                                        EvidenceEnvelope.of(Fields.object(body, "metadata")),
                                        null,
                                        call.idempotencyKey(),
                                        Fields.text(body, "scopeId").orElse(null))
                                .from(carried(call), Origin.Remote.Cause.DISPATCH)
                                .alone(isAlone(call))
                                .callingBack(callback));
        String url = call.dialect().url("/runs/" + created.run());
        JsonObject answer = JsonObject.of("runId", created.run().value())
                .with("workflowId", definition.id())
                .with("status", RunStatus.PENDING.wire())
                .with("startedAt", Times.format(created.run().createdAt()))
                .with("statusUrl", url)
                .with("eventsUrl", url + "/events")
                .withIfPresent(
                        "callbackSecret",
                        callback == null ? null : host.webhooks().callbackSecret(caller.tenant(), created.run()));
        return Replayed.mark(
                Answer.json(201, answer.withIfPresent("warnings", warnings(definition, inputs)))
                        .with("Location", url),
                created.again());
    }

    /// OpenWOP lets a caller send more than a workflow names, so that this is no mistake; most often it is a slip.
    private static @Nullable JsonArray warnings(WorkflowDefinition definition, JsonObject inputs) {
        List<String> unasked = InputNames.unasked(definition, inputs.names());
        Set<String> known = InputNames.of(definition).orElseGet(LinkedHashSet::new);
        return unasked.isEmpty()
                ? null
                : JsonArray.ofStrings(unasked.stream()
                        .map(name -> "the workflow has no input \"%s\"%s"
                                .formatted(
                                        Shortened.of(name, LONGEST_SHOWN),
                                        Suggestion.nearest(name, known)
                                                .map(near -> "; did you mean \"" + near + "\"?")
                                                .orElse("")))
                        .toList());
    }

    private JsonObject configurable(Call call, JsonObject inputs) {
        JsonObject asked = Configurable.of(call);
        return host.seams().isPresent() ? ScenarioSeam.configurable(inputs, asked) : asked;
    }

    private static void requireKnown(Call call) {
        if (call.dialect().refusesUnknownMembers()) {
            call.body().names().stream()
                    .filter(name -> !MEMBERS.contains(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw RestRefusal.invalid(
                                "\"%s\" is no member of this body; expected %s".formatted(name, MEMBERS));
                    });
        }
    }

    private void requireAgents() {
        if (host.agents().entries().isEmpty()) {
            throw new RestRefusal(
                    400,
                    RefusalCode.CAPABILITY_REQUIRED.wire(),
                    "this host has no agents: leave out \"agentId\"",
                    JsonObject.of("requiredCapability", "agents.manifestRuntime"));
        }
    }

    private static boolean isAlone(Call call) {
        String said = call.header("X-Dedup").orElse("");
        if (!said.isEmpty() && !said.equals("enforce")) {
            throw RestRefusal.invalid("expected X-Dedup to be enforce, or left out");
        }
        return !said.isEmpty();
    }

    private WorkflowDefinition definition(Caller caller, String id) {
        WorkflowDefinition definition = WorkflowRoutes.definition(host, caller, id);
        host.seams().flatMap(seams -> seams.gated(definition)).ifPresent(gated -> {
            throw gated.refusal();
        });
        Optional<String> agent = AgentDesk.needed(definition);
        return agent.isEmpty()
                ? definition
                : host.agents().behind(agent.get(), definition).orElseThrow(() -> without(agent.get()));
    }

    private static RestRefusal without(String agent) {
        return new RestRefusal(
                400,
                RefusalCode.CAPABILITY_REQUIRED.wire(),
                "the workflow is written for the agent %s, which is not here; waybill pack add brings agents"
                        .formatted(agent),
                JsonObject.of("requiredCapability", "agents.manifestRuntime").with("agentId", agent));
    }

    /// Tags are kept with what the caller says about the run.
    private static JsonObject metadata(JsonObject body) {
        JsonObject said = Fields.object(body, "metadata").without(RunSnapshot.TAGS);
        List<String> tags = Fields.texts(body, RunSnapshot.TAGS, MOST_TAGS, LONGEST_TAG);
        return tags.isEmpty() ? said : said.with(RunSnapshot.TAGS, JsonArray.ofStrings(tags));
    }

    /// Trace, chain of evidence, and the run on another host that hands the work over.
    private static Carried carried(Call call) {
        try {
            return Carried.ofHeaders(call::header);
        } catch (IllegalArgumentException e) {
            throw RestRefusal.invalid(String.valueOf(e.getMessage()));
        }
    }

    private Answer list(Call call) {
        int limit = (int) call.number("limit", USUAL_PAGE, 1, LARGEST_PAGE);
        RunQuery.Builder query = RunQuery.where()
                .definitionId(call.query("workflowId").orElse(null))
                .statuses(call.query("status").map(RunRoutes::statuses).orElse(List.of()))
                .parent(call.query("parentRunId").map(Call::run).orElse(null))
                .forkOf(call.query("sourceRunId").map(Call::run).orElse(null))
                .before(call.query("cursor").map(RunRoutes::cursor).orElse(null))
                .search(call.query("search").orElse("").strip());
        if (isRoots(call)) {
            query.roots();
        }
        RunReader reader = host.runs().reader(call.caller());
        List<StoredRun> found = reader.runs(query.newest(limit));
        return Answer.ok(JsonObject.of("runs", new JsonArray(List.copyOf(RunRows.json(reader, found))))
                .withIfPresent(
                        "nextCursor",
                        found.size() < limit
                                ? null
                                : found.getLast().header().runId().value()));
    }

    private static boolean isRoots(Call call) {
        return switch (call.query("roots").orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw RestRefusal.invalid("expected roots to be true or false");
        };
    }

    private static List<RunStatus> statuses(String text) {
        try {
            return Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .map(RunStatus::ofWire)
                    .toList();
        } catch (IllegalArgumentException _) {
            throw RestRefusal.invalid("expected status to be out of "
                    + Arrays.stream(RunStatus.values()).map(RunStatus::wire).toList());
        }
    }

    static RunId cursor(String text) {
        try {
            return new RunId(text);
        } catch (IllegalArgumentException _) {
            throw RestRefusal.invalid("expected cursor to be the nextCursor of another page");
        }
    }

    private Answer read(Call call) {
        RunReader reader = host.runs().reader(call.caller());
        RunState state = reader.state(call.run());
        return Answer.ok(call.dialect()
                .described(RunSnapshot.of(reader, state)
                        .toJson(interrupt -> access(call, state, interrupt))
                        .with("workspace", WorkspaceRoutes.seenBy(host.runs().store(), state.header()))));
    }

    /// Who may answer may also let others do so.
    private JsonObject access(Call call, RunState state, Interrupt interrupt) {
        if (!call.caller().scopes().contains(Scope.APPROVALS_RESPOND)) {
            return JsonObject.EMPTY;
        }
        String token = ResumeTokens.issue(
                state.header(), interrupt, host.clock().instant(), TOKEN_LIFE, ResumeTokens.Intent.RESOLVE);
        return JsonObject.of("interruptToken", token)
                .with("callbackUrl", call.dialect().url("/interrupts/" + token));
    }
}
