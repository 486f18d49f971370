package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.CallerTrace;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.HandOverPlan.Term;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.ReceiptHead;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Births.Newborn;
import dev.waybill.workflow.InputNames;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Runs that begin with their definition: what somebody starts, what a node hands over to, what an agent is guided
/// through.
final class Creation {

    private static final String RUN_ID = "runId";

    private static final List<RunStatus> OPEN = Arrays.stream(RunStatus.values())
            .filter(status -> !status.isTerminal())
            .toList();

    /// Who loses against so many others is told to come back.
    private static final int PATIENCE = 20;

    /// The latch that a run holds which is alone of its workflow.
    private static final String ALONE = "alone";

    private final RunStore store;
    private final RunLoader loader;
    private final Decider decider;
    private final Definitions definitions;
    private final DefinitionSource source;
    private final Births births;
    private final Headers headers;
    private final Kinship kinship;
    private final Admission admission;
    private final Remembering remembering;

    Creation(
            RunStore store,
            RunLoader loader,
            Decider decider,
            Definitions definitions,
            DefinitionSource source,
            Births births,
            Headers headers,
            Kinship kinship,
            Remembering remembering) {
        this.store = store;
        this.loader = loader;
        this.decider = decider;
        this.definitions = definitions;
        this.source = source;
        this.births = births;
        this.headers = headers;
        this.kinship = kinship;
        this.remembering = remembering;
        this.admission = new Admission(decider.types());
    }

    /// @throws Refused when the run cannot start, or the idempotency key belongs to another request
    Created start(Caller caller, StartRequest request, ProcessId process) {
        Firing firing = request.firing();
        String operation = firing == null ? "runs.create" : Firing.OPERATION;
        IdempotencyKey key = Idempotency.key(caller, operation, request.idempotencyKey());
        Optional<IdempotencyRecord> earlier = key == null ? Optional.empty() : store.answered(key, headers.now());
        if (earlier.isPresent()) {
            // What was right then is not judged again.
            return created(Idempotency.answer(earlier.get(), json(request)));
        }
        if (!request.alone()) {
            return bring(caller, request, process, key, null);
        }
        return alone(caller, request, process, key);
    }

    /// Whoever starts a run that is to be alone moves the same latch, in whichever process: of two, the second
    /// finds it moved, looks again, and sees the first one's run.
    private Created alone(Caller caller, StartRequest request, ProcessId process, @Nullable IdempotencyKey key) {
        String workflow = request.definition().id();
        LatchKey name = new LatchKey(ALONE, caller.tenant(), workflow);
        for (int attempt = 1; ; attempt++) {
            Latch held = store.latches().find(name).orElse(null);
            requireNoneUnderWay(caller, workflow);
            try {
                return bring(caller, request, process, key, run -> moved(name, held, run));
            } catch (LatchMoved e) {
                if (attempt == PATIENCE) {
                    throw new Refused(
                            RefusalCode.RUN_ALREADY_ACTIVE,
                            "many others start runs of \"%s\" at this moment; try again".formatted(workflow));
                }
            }
        }
    }

    private Latch moved(LatchKey name, @Nullable Latch held, RunId run) {
        return held == null ? Latch.first(name, run.value(), headers.now()) : held.next(run.value(), headers.now());
    }

    private void requireNoneUnderWay(Caller caller, String workflow) {
        List<StoredRun> underWay = store.runs(RunQuery.where()
                .tenant(caller.tenant())
                .definitionId(workflow)
                .statuses(OPEN)
                .newest(1));
        if (!underWay.isEmpty()) {
            String run = underWay.getFirst().header().runId().value();
            throw new Refused(
                    RefusalCode.RUN_ALREADY_ACTIVE,
                    "run " + run + " of \"" + workflow + "\" is under way",
                    JsonObject.EMPTY.with("activeRunId", new JsonString(run)));
        }
    }

    /// @param latch moves with the run; null for none
    private Created bring(
            Caller caller,
            StartRequest request,
            ProcessId process,
            @Nullable IdempotencyKey key,
            @Nullable Function<RunId, Latch> latch) {
        WorkflowDefinition definition = request.definition();
        admission.check(definition, request.inputs(), request.configurable(), source(caller.tenant()));
        Map<String, WorkflowDefinition> pinned = Pins.closure(definition, source(caller.tenant()), decider.types());
        RunHeader header = headers.started(
                caller,
                new Headers.Seed(
                        definition.id(),
                        definition.digest(),
                        request.envelope(),
                        options(request, pinned),
                        request.remote() == null ? new Origin.Start() : request.remote(),
                        null,
                        request.receipts(),
                        null,
                        remembering.scope(request.memoryScope(), pinned.values()),
                        remembering.workspace(caller.tenant(), pinned.values())));
        Decision first = decider.under(request.envelope())
                .decide(
                        Fold.begin(header, definitions.compile(definition)),
                        new Command.Start(
                                        header.createdAt(),
                                        request.inputs(),
                                        request.configurable(),
                                        request.metadata())
                                .from(
                                        request.remote() == null
                                                ? null
                                                : request.remote().parent()));
        List<Blob> blobs = definitions.unstored(pinned.values());
        IdempotencyRecord call = Idempotency.record(key, json(request), answer(header.runId()), header.createdAt());
        try {
            births.bring(
                    Newborn.of(first, request.inputs(), null, process),
                    blobs,
                    latches(request, header.runId(), latch),
                    _ -> Beside.of(call));
            definitions.stored(blobs);
            kinship.begins(header.runId());
            return new Created(header.runId(), false);
        } catch (Answered answered) {
            return created(Idempotency.answer(answered.earlier(), json(request)));
        }
    }

    private static List<Latch> latches(StartRequest request, RunId run, @Nullable Function<RunId, Latch> alone) {
        List<Latch> latches = new ArrayList<>();
        if (alone != null) {
            latches.add(alone.apply(run));
        }
        Firing firing = request.firing();
        Function<RunId, Latch> fired = firing == null ? null : firing.latch();
        if (fired != null) {
            latches.add(fired.apply(run));
        }
        return latches;
    }

    /// What the run must know of its start for as long as it lives.
    private static JsonObject options(StartRequest request, Map<String, WorkflowDefinition> pinned) {
        JsonObject options =
                CallerTrace.into(JsonObject.EMPTY.with(Pins.OPTION, Pins.toJson(pinned)), request.metadata());
        JsonValue tags = request.metadata().get(StartRequest.TAGS);
        JsonObject tagged = tags == null ? options : options.with(StartRequest.TAGS, tags);
        JsonObject called = request.callbackUrl() == null
                ? tagged
                : tagged.with(StartRequest.CALLBACK, new JsonString(request.callbackUrl()));
        if (request.firing() != null) {
            // Its inputs are the host's own words.
            return called.with(Firing.OPTION, request.firing().trigger());
        }
        List<String> unasked =
                InputNames.unasked(request.definition(), request.inputs().names());
        return unasked.isEmpty() ? called : called.with(PublicView.UNASKED, JsonArray.ofStrings(unasked));
    }

    /// What is there for a tenant: everybody's, and what it registered itself.
    private DefinitionSource source(String tenant) {
        return TenantWorkflows.around(source, store.documents(), tenant);
    }

    private static JsonObject json(StartRequest request) {
        if (request.firing() != null) {
            return request.firing().compared();
        }
        return JsonObject.builder()
                .put("definition", request.definition().digest().toString())
                .put("inputs", request.inputs())
                .put("configurable", request.configurable())
                .put("metadata", request.metadata())
                .putIfPresent("callbackUrl", request.callbackUrl())
                .build();
    }

    /// The answer to a call that creates a run.
    static JsonObject answer(RunId run) {
        return JsonObject.builder().put(RUN_ID, run.value()).build();
    }

    static Created created(JsonObject answer) {
        return new Created(new RunId(answer.string(RUN_ID).orElseThrow()), true);
    }

    /// What creates a child, for the transaction in which its parent confirms the hand-over. A worker that nobody
    /// knew of when the family began is pinned now.
    ///
    /// @param cause the parent's event that hands over
    /// @param out the parent's receipt of the hand-over, which the child's root names
    /// @throws Refused when the child's definition is not there or refuses its inputs
    Beside child(RunState parent, Effect.CreateChild effect, ProcessId process, String cause, @Nullable Digest out) {
        RunHeader origin = parent.header();
        Map<String, WorkflowDefinition> fresh = new LinkedHashMap<>();
        WorkflowDefinition definition = Pins.find(origin, effect.plan().workerId())
                .map(digest -> definitions.pinned(digest).definition())
                .or(() -> source(origin.tenant()).find(effect.plan().workerId()).map(found -> {
                    fresh.putAll(Pins.closure(found, source(origin.tenant()), decider.types()));
                    return found;
                }))
                .orElseThrow(() -> new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND,
                        "there is no workflow \"" + effect.plan().workerId() + "\"; put its file next to the others"));
        admission.checkChild(definition, effect.inputs());
        RunHeader header = headers.child(
                origin,
                new RunId(effect.childRunId()),
                new Origin.Child(origin.runId(), origin.workflowId(), effect.nodeId(), effect.ordinal()),
                definition.id(),
                definition.digest(),
                kinship.child(
                        origin,
                        definition.id(),
                        remembering.child(
                                parent, effect, definition, Pins.into(options(origin, effect, cause), fresh))));
        Decision first = decider.decide(
                Fold.begin(header, definitions.compile(definition)),
                new Command.Start(
                        header.createdAt(), effect.inputs(), JsonObject.EMPTY, JsonObject.EMPTY, cause, null));
        return births.child(
                Newborn.of(first, effect.inputs(), out, process),
                fresh.values().stream().map(Definitions::blob).toList());
    }

    /// A secret stays one in the child, whatever the child's author knows about it.
    private static JsonObject options(RunHeader origin, Effect.CreateChild effect, String cause) {
        JsonObject inherited = origin.options()
                .without(PublicView.OPTION)
                .without(PublicView.UNASKED)
                .without(HandOverPlan.OPTION);
        JsonObject options = RunEnvelope.inside(
                effect.plan().has(Term.ISOLATED)
                        ? inherited.with(HandOverPlan.OPTION, new JsonString(HandOverPlan.ISOLATED))
                        : inherited,
                RunEnvelope.event(origin.runId(), cause));
        return effect.sensitive().isEmpty()
                ? options
                : options.with(PublicView.OPTION, JsonArray.ofStrings(effect.sensitive()));
    }

    /// @throws Refused when the parent is not there, as far as the caller may know, or has no such step
    void guided(Caller caller, GuidedStart request, Beside.Maker beside) {
        GuidedWorkflow workflow = request.workflow();
        RunHeader header = headers.started(caller, guidedSeed(caller, request));
        Decision first = decider.under(request.envelope())
                .decide(
                        Fold.begin(header, definitions.steps(workflow), workflow),
                        new Command.Start(header.createdAt(), request.context(), JsonObject.EMPTY, request.metadata())
                                .from(
                                        request.remote() == null
                                                ? null
                                                : request.remote().parent()));
        Blob definition = new Blob(workflow.digest(), Jcs.canonicalBytes(workflow.document()));
        Newborn newborn = Newborn.of(first, request.context(), cause(request), null);
        births.bring(newborn, List.of(definition), receipts -> beside.of(first, receipts));
    }

    /// The correlation id is the caller's, else the parent's: an id is made at a true root only.
    private Headers.Seed guidedSeed(Caller caller, GuidedStart request) {
        GuidedStart.Parent parent = request.parent();
        Origin origin = request.remote() == null ? new Origin.Start() : request.remote();
        String otherwise = null;
        if (parent != null) {
            loader.requireSeen(caller, parent.run());
            RunState around = loader.refresh(parent.run()).state();
            origin = inside(around, parent.stepId());
            otherwise = around.header().correlationId();
        }
        return new Headers.Seed(
                request.workflow().id(),
                request.workflow().digest(),
                request.envelope(),
                CallerTrace.into(JsonObject.EMPTY, request.metadata()),
                origin,
                otherwise,
                null,
                request.session(),
                null,
                null);
    }

    private static Origin inside(RunState parent, String stepId) {
        RunHeader header = parent.header();
        if (!parent.nodes().containsKey(stepId)) {
            throw new Refused(
                    RefusalCode.VALIDATION_ERROR,
                    "the run %s has no step called \"%s\"".formatted(header.runId(), stepId));
        }
        int ordinal = Math.max(1, parent.node(stepId).ordinal());
        return new Origin.Child(header.runId(), header.workflowId(), stepId, ordinal);
    }

    /// The parent's newest receipt: this run happened after it.
    private @Nullable Digest cause(GuidedStart request) {
        return request.parent() == null
                ? null
                : store.receiptHead(request.parent().run())
                        .map(ReceiptHead::ref)
                        .orElse(null);
    }

    Headers headers() {
        return headers;
    }
}
