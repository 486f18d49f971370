package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.Proposal;
import dev.waybill.engine.node.Supervisor;
import dev.waybill.engine.state.Attempt;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.workflow.CompiledWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;

/// A run without a host: a test gives commands and looks at what follows.
///
/// Every command is decided twice and folded from its bytes, so that each test also holds what must hold for all.
final class History {

    static final String WORK = "test.work";
    static final String ONCE = "test.once";
    static final Instant START = Instant.parse("2026-11-15T10:00:00Z");

    private final CompiledWorkflow workflow;
    private final Decider decider;
    private final List<Event> log = new ArrayList<>();
    private List<Event> latest = List.of();
    private RunState state;
    private Instant now = START;

    /// An activity that somebody else does.
    private record Outside(String typeId, boolean isRepeatable) implements Activity {
        @Override
        public NodeResult execute(ActivityCall call) {
            throw new AssertionError("the engine does nothing outside");
        }
    }

    /// A supervisor that somebody else asks.
    private record Planner() implements Supervisor {
        @Override
        public String typeId() {
            return "test.planner";
        }

        @Override
        public Proposal decide(ActivityCall call) {
            throw new AssertionError("the engine does nothing outside");
        }
    }

    private History(CompiledWorkflow workflow, Decider decider, RunHeader header) {
        this.workflow = workflow;
        this.decider = decider;
        this.state = Fold.begin(header, workflow);
    }

    static Decider decider(NodeType... more) {
        List<NodeType> types = new ArrayList<>(List.of(more));
        types.add(new Outside(WORK, true));
        types.add(new Outside(ONCE, false));
        types.add(new Dispatching());
        types.add(new Planner());
        return new Decider(NodeTypes.core().and(types), Limits.DEFAULT);
    }

    static History of(GraphText graph) {
        return of(graph, decider());
    }

    static History of(GraphText graph, Decider decider) {
        CompiledWorkflow workflow = graph.compile();
        return new History(workflow, decider, header(workflow, new Origin.Start(), new Random(1)));
    }

    private static RunHeader header(CompiledWorkflow workflow, Origin origin, Random random) {
        byte[] bits = new byte[10];
        random.nextBytes(bits);
        return new RunHeader(
                RunId.of(new dev.waybill.base.id.Ulid(random.nextLong() >>> 1, random.nextLong())),
                "acme",
                "wf_01JD2ZK8F4Q6V0X3N5S7T9W1YB",
                "w",
                workflow.digest(),
                "wf_01JD2ZJ0A1B2C3D4E5F6G7H8J9",
                origin,
                List.of(),
                ReceiptPolicy.DEFAULT,
                RunSeed.random(random),
                "1",
                START,
                JsonObject.EMPTY);
    }

    static JsonObject json(String text) {
        return JsonReader.readObject(
                text.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// The run that shares this one's first events and goes its own way.
    History branchedAt(long sequence, String overlay) {
        return fork(sequence, ForkMode.BRANCH, json(overlay), decider);
    }

    /// The run that repeats this one as it was.
    History checkedAt(long sequence, Decider other) {
        return fork(sequence, ForkMode.CHECK, JsonObject.EMPTY, other);
    }

    /// The run that repeats this one, but past a cancel.
    History replayedAt(long sequence, Decider other) {
        return fork(sequence, ForkMode.REPLAY, JsonObject.EMPTY, other);
    }

    private History fork(long sequence, ForkMode mode, JsonObject overlay, Decider by) {
        RunHeader own = state.header();
        RunHeader fresh = header(
                workflow, new Origin.Fork(own.runId(), own.workflowId(), sequence, mode, overlay), new Random(2));
        RunHeader header = new RunHeader(
                fresh.runId(),
                fresh.tenant(),
                fresh.workflowId(),
                fresh.definitionId(),
                fresh.definition(),
                fresh.correlationId(),
                fresh.origin(),
                fresh.prefix(),
                fresh.receipts(),
                mode.repeats() ? own.seed() : fresh.seed(),
                fresh.engineVersion(),
                now,
                Fold.shared(fresh.options(), own, sequence, mode));
        History fork = new History(workflow, by, header);
        fork.now = now;
        log.subList(0, (int) sequence).forEach(event -> fork.add(event.readAs(header.runId())));
        return fork;
    }

    private void add(Event event) {
        Event read = EventCodec.decode(state.header().runId(), EventCodec.encode(event));
        state = Fold.evolve(state, read);
        log.add(event);
    }

    History started() {
        return started("{}", "{}");
    }

    History started(String inputs, String configurable) {
        return tell(at -> new Command.Start(at, json(inputs), json(configurable), JsonObject.EMPTY));
    }

    History tell(Function<Instant, Command> command) {
        RunState before = state;
        Decision decision = decider.decide(before, command.apply(now));
        assertThat(bytes(decider.decide(before, command.apply(now)).events())).isEqualTo(bytes(decision.events()));
        take(decision);
        return this;
    }

    private void take(Decision decision) {
        decision.events().forEach(this::add);
        assertThat(state).isEqualTo(decision.state());
        latest = List.copyOf(decision.events());
    }

    /// Replays the source to its end.
    History replay(History source) {
        ReplayScript script = new ReplayScript(source.state.header().runId(), source.log);
        Replayer replayer = new Replayer(decider);
        int turns = 0;
        do {
            take(replayer.replay(state, script));
            assertThat(turns++).isLessThan(1_000);
        } while (!latest.isEmpty() && !state.isTerminal());
        return this;
    }

    static List<String> bytes(List<Event> events) {
        return events.stream()
                .map(EventCodec::encode)
                .map(event -> event.sequence() + " " + text(event))
                .toList();
    }

    private static String text(StoredEvent event) {
        return new String(event.publicPart(), java.nio.charset.StandardCharsets.UTF_8)
                + Arrays.toString(event.privatePart());
    }

    History advanced() {
        return tell(Command.Advance::new);
    }

    History after(Duration time) {
        now = now.plus(time);
        return advanced();
    }

    History later(Duration time) {
        now = now.plus(time);
        return this;
    }

    History finished(String node) {
        return finished(node, "{}");
    }

    History finished(String node, String outputs) {
        return ended(node, NodeResult.done(json(outputs)));
    }

    History failed(String node) {
        return ended(node, new NodeResult.Failed(RunError.of("broken", "it broke")));
    }

    History failedForNow(String node) {
        return ended(node, new NodeResult.Failed(RunError.retryable("shaky", "try again")));
    }

    History ended(String node, NodeResult result) {
        NodeState known = state.node(node);
        Attempt attempt = Objects.requireNonNull(known.attempt(), node + " is not at work");
        return tell(at -> new Command.Finish(at, node, known.ordinal(), attempt.number(), result));
    }

    History answered(String interrupt, String value) {
        return answered(interrupt, json(value), "ada");
    }

    History answered(String interrupt, JsonValue value, String by) {
        return tell(at -> new Command.Answer(at, interrupt, value, by, true));
    }

    History cancelled() {
        return tell(at -> new Command.Cancel(at, "enough", "ada"));
    }

    /// The code of the refusal that a command meets.
    RefusalCode refusal(Function<Instant, Command> command) {
        Refused refused = catchThrowableOfType(Refused.class, () -> decider.decide(state, command.apply(now)));
        return Objects.requireNonNull(refused, "the command was not refused").code();
    }

    RunState state() {
        return state;
    }

    Decider decidedBy() {
        return decider;
    }

    Instant now() {
        return now;
    }

    RunStatus status() {
        return Status.of(state);
    }

    String error() {
        return Objects.requireNonNull(state.error()).code();
    }

    List<Event> log() {
        return log;
    }

    List<RunEvent> facts() {
        return log.stream().map(Event::fact).toList();
    }

    /// What followed from the last command.
    List<String> then() {
        return shown(latest);
    }

    List<String> all() {
        return shown(log);
    }

    private static List<String> shown(List<Event> events) {
        return events.stream().map(History::shown).toList();
    }

    static String shown(Event event) {
        return event.nodeId() == null ? event.type() : event.type() + " " + event.nodeId();
    }

    long count(String shown) {
        return all().stream().filter(shown::equals).count();
    }
}
