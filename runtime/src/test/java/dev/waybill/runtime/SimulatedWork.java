package dev.waybill.runtime;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.HandOverPlan;
import dev.waybill.engine.node.Judgement;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.Proposal;
import dev.waybill.engine.node.Supervisor;
import dev.waybill.engine.node.Verifier;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.VerdictFact.Ruling;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/// The work that simulated runs ask for. It remembers who asked, because whatever is done outside must follow from a
/// log.
final class SimulatedWork {

    private static final NodeTypes CORE = NodeTypes.core();

    private final Random random;
    private final Set<String> invocations = new LinkedHashSet<>();
    private final Map<String, Integer> onceCalls = new LinkedHashMap<>();

    /// The same for all hosts of a world: what they know does not depend on who they are.
    private final NodeTypes types = CORE.and(List.of(
            new Work("test.work", true),
            new Work("test.once", false),
            new Work("test.doomed", true),
            new Team(),
            new Critic(),
            new Agent(),
            new RememberNode(),
            new Planner()));

    SimulatedWork(Random random) {
        this.random = random;
    }

    NodeTypes types() {
        return types;
    }

    /// Is hard to please, and not always sure of itself.
    private final class Critic implements Verifier {
        @Override
        public String typeId() {
            return "sim.critic";
        }

        @Override
        public Judgement verify(ActivityCall call) {
            invocations.add(call.invocationId());
            Ruling[] all = Ruling.values();
            return new Judgement(
                    all[random.nextInt(all.length)],
                    List.of("good"),
                    random.nextInt(3) == 0 ? new JsonNumber("0.3") : null);
        }
    }

    /// An agent on a model that says anything: it thinks, keeps what it was told, calls a tool here or leaves the call
    /// to a run, is perhaps not sure, and decides.
    private final class Agent implements Activity {
        @Override
        public String typeId() {
            return "sim.agent";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            invocations.add(call.invocationId());
            String node = call.node().node().id();
            List<JsonObject> kept = call.kept();
            if (kept.isEmpty()) {
                call.keep("asked", JsonObject.of("said", random.nextInt(3)));
                if (random.nextInt(3) == 0) {
                    return new NodeResult.HandOver(List.of(HandOverPlan.inBetween("child", JsonObject.EMPTY)));
                }
            }
            call.report(new AgentFact.AgentReasoned(node, "sim.agent", "because", AgentFact.Verbosity.SUMMARY));
            String callId = "call-" + call.node().attempt();
            call.report(new AgentFact.AgentToolCalled(
                    node, "sim.agent", "look", callId, JsonObject.EMPTY, AgentFact.ToolTransport.NATIVE));
            call.report(new AgentFact.AgentToolReturned(
                    node, "sim.agent", "look", callId, new JsonString("seen"), null, AgentFact.ToolStatus.OK));
            call.report(new AgentFact.AgentDecided(node, "sim.agent", new JsonString("go"), new JsonNumber("0.9")));
            return random.nextInt(6) == 0
                    ? new NodeResult.Failed(RunError.retryable("tired", "again"))
                    : NodeResult.done(JsonObject.of("notes", (long) call.kept().size()));
        }
    }

    /// Sends two workers out, and then perhaps again.
    private final class Planner implements Supervisor {
        @Override
        public String typeId() {
            return "sim.planner";
        }

        @Override
        public Proposal decide(ActivityCall call) {
            invocations.add(call.invocationId());
            OrchestratorDecision decision = decision(call.node().transcript().size());
            asked(call, decision);
            return Proposal.of(decision);
        }

        private OrchestratorDecision decision(int turns) {
            if (turns > 2 || random.nextInt(3) == 0) {
                return OrchestratorDecision.terminate("enough");
            }
            return switch (random.nextInt(5)) {
                case 0 ->
                    OrchestratorDecision.of(
                            TestHost.json("{'kind':'clarify','questions':[{'id':'q','question':'which?'}]}"));
                case 1 -> OrchestratorDecision.nextWorker("thinker", "files");
                case 2 -> OrchestratorDecision.nextWorker("judged");
                default -> OrchestratorDecision.nextWorker("child", "supervised");
            };
        }

        /// As a model is asked: all turns so far, and one answer.
        private void asked(ActivityCall call, OrchestratorDecision decision) {
            List<JsonValue> messages = new ArrayList<>();
            messages.add(TestHost.json("{'role':'system','content':'decide'}"));
            messages.addAll(call.node().transcript().items());
            call.report(
                    new AgentFact.ProviderUsage(call.node().node().id(), "sim", "planner", messages.size(), 1, false),
                    new Exchange("key", JsonObject.EMPTY, messages, "completed", decision.json()));
        }
    }

    /// Work that remembers who asked for it.
    private final class Work implements Activity {
        private final String type;
        private final boolean repeatable;

        Work(String type, boolean repeatable) {
            this.type = type;
            this.repeatable = repeatable;
        }

        @Override
        public String typeId() {
            return type;
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            invocations.add(call.invocationId());
            if (!repeatable) {
                onceCalls.merge(call.invocationId() + " " + call.node().attempt(), 1, Integer::sum);
            }
            if (random.nextInt(4) == 0) {
                call.progress("half", null);
            }
            call.show("text", new JsonString("nobody keeps this"));
            call.report(new AgentFact.ProviderUsage(
                    call.node().node().id(),
                    "sim",
                    "model",
                    call.node().ordinal(),
                    call.node().attempt(),
                    false));
            if (type.equals("test.doomed")) {
                return NodeResult.failed("doomed", "it never works");
            }
            return random.nextInt(5) == 0
                    ? new NodeResult.Failed(RunError.retryable("shaky", "again"))
                    : NodeResult.done(JsonObject.EMPTY);
        }
    }

    /// An activity is called with the one id of an execution that was recorded before, however often it is repeated.
    void followsFromTheLog(List<StoredRun> runs, Function<RunId, List<Event>> events) {
        Set<String> recorded = new LinkedHashSet<>();
        for (StoredRun run : runs) {
            for (Event event : events.apply(run.header().runId())) {
                if (event.fact() instanceof NodeFact.NodeStarted begun) {
                    recorded.add(InvocationIds.of(run.header(), begun.nodeId(), begun.ordinal(), begun.typeId()));
                }
            }
        }
        Promise.EFFECTS_FOLLOW_FROM_THE_LOG.holds(
                recorded.containsAll(invocations), () -> "an activity was called of which no log knows");
        onceCalls.forEach((execution, calls) -> Promise.WORK_THAT_MUST_NOT_BE_REPEATED_IS_NOT.holds(
                calls == 1, () -> execution + " was called " + calls + " times"));
    }

    static void outcomesAreRecordedOnce(List<Event> events) {
        Map<String, String> current = new LinkedHashMap<>();
        Set<String> ended = new LinkedHashSet<>();
        for (Event event : events) {
            switch (event.fact()) {
                case NodeFact.NodeStarted begun ->
                    current.put(begun.nodeId(), begun.nodeId() + " " + begun.ordinal() + " " + begun.attempt());
                case NodeFact.NodeCompleted _, NodeFact.NodeFailed _, NodeFact.NodeRetried _ ->
                    Promise.OUTCOMES_ARE_RECORDED_ONCE.holds(
                            ended.add(Objects.requireNonNull(current.get(event.nodeId()))), event::toString);
                default -> {
                    // No outcome.
                }
            }
        }
    }
}
