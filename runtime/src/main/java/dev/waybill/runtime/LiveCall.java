package dev.waybill.runtime;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.attest.Attestation;
import dev.waybill.engine.carry.Carried;
import dev.waybill.engine.decide.Effect;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.Spent;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.engine.node.Workspace;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.SeenMemory;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.NodeFact.NodeProgressed;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.RunMemory;
import dev.waybill.runtime.live.Frame;
import dev.waybill.runtime.live.LiveFrames;
import dev.waybill.workflow.AgentRef;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an activity at work sees of its host.
final class LiveCall implements ActivityCall {

    /// All of them enter the log in one transaction.
    static final int MOST_FACTS = 1_000;

    private final Errand errand;
    private final NodeCall call;
    private final LiveFrames frames;
    private final Recorder recorder;
    private final List<ActivityFact> facts = new ArrayList<>();
    private final Map<Integer, HostEvent> causes = new LinkedHashMap<>();
    private final Map<Integer, Exchange> exchanges = new LinkedHashMap<>();
    private final Outgoing outgoing;
    private final @Nullable LiveMemory memory;
    private final @Nullable LiveWorkspace workspace;

    /// The log, as far as an activity at work may write to it and read it.
    interface Recorder {
        void record(NodeProgressed progress, JsonObject kept);

        List<JsonObject> kept();

        List<JsonValue> told(String type);
    }

    /// @param recorder records progress that has to be there at once
    LiveCall(
            Errand errand,
            LiveFrames frames,
            StoredInputs inputs,
            Outgoing outgoing,
            InstantSource clock,
            Recorder recorder) {
        this.errand = errand;
        this.outgoing = outgoing;
        this.call = call(errand.state(), errand.effect());
        this.frames = frames;
        this.recorder = recorder;
        this.memory = errand.activity().usesMemory(call.node()) ? memory(inputs.memories(), clock) : null;
        this.workspace = errand.activity().usesWorkspace(call.node()) ? workspace(inputs.documents(), clock) : null;
    }

    private @Nullable LiveWorkspace workspace(Documents documents, InstantSource clock) {
        RunState state = errand.state();
        Attempt attempt = state.node(errand.effect().nodeId()).attempt();
        return attempt == null || RunWorkspace.of(state.header()).isEmpty()
                ? null
                : new LiveWorkspace(
                        documents,
                        SeenMemory.workspaceOf(state, attempt).orElseThrow(),
                        RunSecrets.of(state, call.node(), call.inputs()),
                        time(clock),
                        draft -> report(
                                new InputFact.WorkspaceUpdated(call.node().id(), draft.path(), 0)));
    }

    /// The run's logical time.
    private InstantSource time(InstantSource clock) {
        Instant least = errand.state().clock();
        return () -> Times.micros(clock.instant().isBefore(least) ? least : clock.instant());
    }

    @Override
    public Workspace workspace() {
        if (workspace == null) {
            throw new IllegalStateException("%s does not say that it uses the workspace"
                    .formatted(errand.activity().typeId()));
        }
        return workspace;
    }

    List<FileDraft> files() {
        return workspace == null ? List.of() : workspace.written();
    }

    private @Nullable LiveMemory memory(Memories memories, InstantSource clock) {
        RunState state = errand.state();
        Attempt attempt = state.node(errand.effect().nodeId()).attempt();
        RunMemory run = RunMemory.of(state.header()).orElse(null);
        if (attempt == null || run == null) {
            return null;
        }
        return new LiveMemory(
                memories,
                run,
                SeenMemory.of(state, attempt).orElseThrow(),
                RunSecrets.of(state, call.node(), call.inputs()),
                time(clock),
                invocationId() + "\0" + errand.effect().attempt(),
                this::tell);
    }

    private void tell(MemoryWrite write) {
        AgentRef agent = call.node().agent();
        report(new AgentFact.MemoryWritten(
                call.node().id(), write.ref(), write.id(), agent == null ? null : agent.agentId(), write.tags()));
    }

    @Override
    public Memory memory() {
        if (memory == null) {
            throw new IllegalStateException("%s does not say that it uses memory"
                    .formatted(errand.activity().typeId()));
        }
        return memory;
    }

    List<MemoryWrite> remembered() {
        return memory == null ? List.of() : memory.written();
    }

    private static NodeCall call(RunState state, Effect.Execute effect) {
        return new NodeCall(
                state.definition(effect.nodeId()),
                effect.ordinal(),
                effect.attempt(),
                effect.inputs(),
                new JsonObject(state.variables()),
                state.node(effect.nodeId()).said(),
                state.data().configurable(),
                state.delegation().transcript(SupervisorNode.window(state.definition(effect.nodeId()))),
                state.clock());
    }

    @Override
    public NodeCall node() {
        return call;
    }

    @Override
    public String tenant() {
        return errand.tenant();
    }

    @Override
    public JsonObject promptDefaults() {
        return errand.state()
                .workflow()
                .definition()
                .toJson()
                .object("defaults")
                .flatMap(defaults -> defaults.object("promptRefs"))
                .orElse(JsonObject.EMPTY);
    }

    @Override
    public Spent spent(@Nullable String agentId) {
        RunState state = errand.state();
        return state.loops().spent().entrySet().stream()
                .filter(each -> agentId == null || agentId.equals(agent(state, each.getKey())))
                .map(Map.Entry::getValue)
                .reduce(Spent.NOTHING, Spent::plus);
    }

    private static @Nullable String agent(RunState state, String nodeId) {
        AgentRef agent = state.definition(nodeId).agent();
        return agent == null ? null : agent.agentId();
    }

    @Override
    public String invocationId() {
        return InvocationIds.of(
                errand.state().header(),
                errand.effect().nodeId(),
                errand.effect().ordinal(),
                call.node().typeId());
    }

    @Override
    public Optional<Instant> deadline() {
        return Optional.ofNullable(
                errand.state().node(errand.effect().nodeId()).occupation().dueAt());
    }

    @Override
    public Hook onCancel(AutoCloseable resource) {
        return errand.cancellation().onCancel(resource);
    }

    @Override
    public boolean isUnwanted() {
        return errand.isUnwanted();
    }

    @Override
    public void show(String kind, JsonValue content) {
        Effect.Execute effect = errand.effect();
        frames.show(new Frame(
                errand.run(),
                effect.nodeId(),
                effect.ordinal(),
                effect.attempt(),
                kind,
                ResolvedSecrets.without(content)));
    }

    @Override
    public synchronized void report(ActivityFact fact) {
        if (!errand.effect().nodeId().equals(fact.nodeId())) {
            throw new IllegalArgumentException("node %s cannot report %s of node %s"
                    .formatted(errand.effect().nodeId(), fact.type(), fact.nodeId()));
        }
        if (facts.size() == MOST_FACTS) {
            throw new IllegalStateException("one attempt reports at most " + MOST_FACTS + " facts");
        }
        facts.add(ResolvedSecrets.without(fact));
    }

    @Override
    public synchronized void report(ActivityFact fact, HostEvent cause) {
        report(fact);
        causes.put(facts.size() - 1, cause);
    }

    @Override
    public synchronized void report(AgentFact.ProviderUsage usage, Exchange exchange) {
        report(usage);
        exchanges.put(facts.size() - 1, exchange);
    }

    @Override
    public Carried carried() {
        return outgoing.of(errand.state(), errand.effect().nodeId());
    }

    @Override
    public void progress(String said, @Nullable JsonValue how) {
        Effect.Execute effect = errand.effect();
        String message = ResolvedSecrets.without(said);
        JsonValue progress = how == null ? null : ResolvedSecrets.without(how);
        show(
                Frame.PROGRESS,
                JsonObject.builder()
                        .put("message", message)
                        .putIfPresent("progress", progress)
                        .build());
        var fact = new NodeProgressed(effect.nodeId(), effect.ordinal(), effect.attempt(), message, progress);
        if (Attestation.signsProgress(errand.state(), effect.nodeId())) {
            recorder.record(fact, JsonObject.EMPTY);
        } else {
            keep(fact);
        }
    }

    @Override
    public void keep(String message, JsonObject notes) {
        Effect.Execute effect = errand.effect();
        show(Frame.PROGRESS, JsonObject.builder().put("message", message).build());
        recorder.record(
                new NodeProgressed(
                        effect.nodeId(), effect.ordinal(), effect.attempt(), ResolvedSecrets.without(message), null),
                ResolvedSecrets.without(notes));
    }

    @Override
    public List<JsonObject> kept() {
        return recorder.kept();
    }

    @Override
    public List<JsonValue> told(String type) {
        return recorder.told(type);
    }

    @Override
    public JsonValue withoutSecrets(JsonValue value) {
        return RunSecrets.without(errand.state(), call.node(), call.inputs(), value);
    }

    /// How far something is that has reported so much already, nobody will want to know later.
    private synchronized void keep(NodeProgressed fact) {
        if (facts.size() < MOST_FACTS) {
            facts.add(fact);
        }
    }

    synchronized List<ActivityFact> facts() {
        return List.copyOf(facts);
    }

    synchronized Map<Integer, Exchange> exchanges() {
        return new LinkedHashMap<>(exchanges);
    }

    synchronized Map<Integer, HostEvent> causes() {
        return new LinkedHashMap<>(causes);
    }
}
