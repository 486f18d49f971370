package dev.waybill.runtime;

import dev.waybill.base.Digest;
import dev.waybill.base.id.Ulid;
import dev.waybill.base.id.UlidFactory;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.decide.Projections;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.PublicView;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunEnvelope;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Fence;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.Transaction;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// New runs: header, first turn and root receipt in one transaction.
final class Creation {

    static final long FIRST_EPOCH = 1;

    private static final int PATIENCE = 10;
    private static final String RUN_ID = "runId";

    private final EventLog log;
    private final RunLoader loader;
    private final Decider decider;
    private final Definitions definitions;
    private final DefinitionSource source;
    private final Notary notary;
    private final HostSettings settings;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final UlidFactory ids;
    private final Admission admission;

    Creation(
            EventLog log,
            RunLoader loader,
            Decider decider,
            Definitions definitions,
            DefinitionSource source,
            Notary notary,
            HostSettings settings,
            InstantSource clock,
            RandomGenerator random) {
        this.log = log;
        this.loader = loader;
        this.decider = decider;
        this.definitions = definitions;
        this.source = source;
        this.notary = notary;
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.ids = new UlidFactory(clock, random);
        this.admission = new Admission(decider.types());
    }

    /// @throws Refused when the run cannot start, or the idempotency key belongs to another request
    RunId start(Caller caller, StartRequest request, ProcessId process) {
        WorkflowDefinition definition = request.definition();
        admission.check(definition, request.inputs(), request.configurable());
        Map<String, WorkflowDefinition> pinned = Pins.closure(definition, source, decider.types());
        RunHeader header = header(caller, request, pinned);
        RunState unborn = Fold.begin(header, definitions.compile(definition));
        Decision decision = decider.decide(
                unborn,
                new Command.Start(header.createdAt(), request.inputs(), request.configurable(), request.metadata()));
        List<StoredReceipt> opening = notary.creation(header, request.inputs(), null);
        List<StoredReceipt> receipts = new ArrayList<>(opening);
        receipts.addAll(notary.sign(decision, null, opening));
        List<Blob> blobs = new ArrayList<>();
        pinned.values().forEach(each -> blobs.add(Definitions.blob(each)));
        Commit commit = commitNew(
                log,
                new Transaction(
                        List.of(append(decision, process, receipts)),
                        blobs,
                        List.of(),
                        Idempotency.record(
                                Idempotency.key(caller, "runs.create", request.idempotencyKey()),
                                json(request),
                                answer(header.runId()),
                                header.createdAt())));
        return switch (commit) {
            case Commit.Done _ -> {
                loader.remember(header.runId(), new Loaded(decision.state(), Turns.headAfter(null, receipts)));
                yield header.runId();
            }
            case Commit.Answered answered -> created(Idempotency.answer(answered.earlier(), json(request)));
            case Commit.Lost _, Commit.Fenced _ ->
                throw new IllegalStateException("a fresh run id was taken: " + header.runId());
        };
    }

    /// Commits a transaction that creates a run. Whether it became true can be found out by sending it again: the run's
    /// id is its own, so that the second one does nothing.
    static Commit commitNew(EventLog log, Transaction transaction) {
        boolean unsure = false;
        for (int attempt = 1; ; attempt++) {
            try {
                Commit commit = log.commit(transaction);
                return unsure
                                && commit instanceof Commit.Lost(var run, var head)
                                && head >= 0
                                && created(transaction, run)
                        ? Commit.DONE
                        : commit;
            } catch (StoreException e) {
                unsure |= e.isAmbiguous();
                if (!unsure || attempt == PATIENCE) {
                    throw e;
                }
            }
        }
    }

    private static boolean created(Transaction transaction, RunId run) {
        return transaction.appends().getFirst().run().equals(run);
    }

    private RunHeader header(Caller caller, StartRequest request, Map<String, WorkflowDefinition> pinned) {
        Ulid ulid = ids.next();
        String workflowId = "wf_" + ids.next();
        ReceiptPolicy receipts = request.receipts() == null ? settings.receipts() : request.receipts();
        return new RunHeader(
                RunId.of(ulid),
                caller.tenant(),
                workflowId,
                request.definition().id(),
                request.definition().digest(),
                settings.envelope().correlation(request.envelope(), workflowId),
                new Origin.Start(),
                List.of(),
                receipts,
                RunSeed.random(random),
                settings.engineVersion(),
                now(),
                settings.envelope().into(JsonObject.EMPTY.with(Pins.OPTION, Pins.toJson(pinned)), request.envelope()));
    }

    private static JsonObject json(StartRequest request) {
        return JsonObject.builder()
                .put("definition", request.definition().digest().toString())
                .put("inputs", request.inputs())
                .put("configurable", request.configurable())
                .put("metadata", request.metadata())
                .build();
    }

    /// The answer to a call that creates a run.
    static JsonObject answer(RunId run) {
        return JsonObject.builder().put(RUN_ID, run.value()).build();
    }

    static RunId created(JsonObject answer) {
        return new RunId(answer.string(RUN_ID).orElseThrow());
    }

    /// The append that creates a child, for the transaction in which its parent confirms the hand-over.
    ///
    /// @param cause the parent's event that hands over
    /// @param out the parent's receipt of the hand-over, which the child's root names
    /// @throws Refused when the child's definition is not there or refuses its inputs
    Append child(RunState parent, Effect.CreateChild effect, ProcessId process, String cause, @Nullable Digest out) {
        RunHeader origin = parent.header();
        WorkflowDefinition definition = Pins.find(origin, effect.plan().workerId())
                .map(digest -> definitions.pinned(digest).definition())
                .or(() -> source.find(effect.plan().workerId()))
                .orElseThrow(() -> new Refused(
                        RefusalCode.WORKFLOW_NOT_FOUND,
                        "no workflow is called \"" + effect.plan().workerId() + "\"; put its file beside the others"));
        admission.check(definition, effect.inputs(), JsonObject.EMPTY);
        RunHeader header = new RunHeader(
                new RunId(effect.childRunId()),
                origin.tenant(),
                Names.childWorkflow(origin, new RunId(effect.childRunId())),
                definition.id(),
                definition.digest(),
                origin.correlationId(),
                new Origin.Child(origin.runId(), origin.workflowId(), effect.nodeId(), effect.ordinal()),
                List.of(),
                origin.receipts(),
                RunSeed.random(random),
                settings.engineVersion(),
                now(),
                options(origin, effect));
        RunState unborn = Fold.begin(header, definitions.compile(definition));
        Decision decision = decider.decide(
                unborn,
                new Command.Start(header.createdAt(), effect.inputs(), JsonObject.EMPTY, JsonObject.EMPTY, cause));
        List<StoredReceipt> opening = notary.creation(header, effect.inputs(), out);
        List<StoredReceipt> receipts = new ArrayList<>(opening);
        receipts.addAll(notary.sign(decision, null, opening));
        return append(decision, process, receipts);
    }

    /// A secret stays one in the child, whatever the child's author knows about it.
    private static JsonObject options(RunHeader origin, Effect.CreateChild effect) {
        JsonObject inherited = origin.options().without(PublicView.OPTION).without(HandOverPlan.OPTION);
        JsonObject options = RunEnvelope.inside(
                effect.plan().isolated()
                        ? inherited.with(HandOverPlan.OPTION, new JsonString(HandOverPlan.ISOLATED))
                        : inherited,
                "waybill:%s/%s#%d".formatted(origin.workflowId(), effect.nodeId(), effect.ordinal()));
        return effect.sensitive().isEmpty()
                ? options
                : options.with(PublicView.OPTION, JsonArray.ofStrings(effect.sensitive()));
    }

    private static Append append(Decision decision, ProcessId process, List<StoredReceipt> receipts) {
        RunState after = decision.state();
        Projection projection = Projections.of(after);
        Fence fence = new Fence.Owned(process, FIRST_EPOCH);
        return new Append(
                after.header().runId(),
                after.header(),
                0,
                fence,
                decision.events().stream().map(EventCodec::encode).toList(),
                receipts,
                projection,
                !projection.ready(),
                process,
                Turns.wakes(after, fence, projection));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
