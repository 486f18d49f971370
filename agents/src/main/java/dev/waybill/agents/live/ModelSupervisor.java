package dev.waybill.agents.live;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.OrchestratorDecision;
import dev.waybill.engine.node.Proposal;
import dev.waybill.engine.node.Supervisor;
import dev.waybill.engine.node.SupervisorNode;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.workflow.AgentRef;
import dev.waybill.workflow.WorkflowEdge;
import dev.waybill.workflow.WorkflowNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A supervisor that thinks: a model is told the goal, the workers, what was decided before and what came of it, and
/// says what comes next. What it says counts only if it is a decision about workers that there are; it may try again
/// within a bound, and then a person decides.
public final class ModelSupervisor implements Supervisor {

    private static final int MOST_TRIES = 3;
    private static final int MOST_MEMORIES = 20;
    private static final JsonObject SCHEMA = JsonReader.read(OrchestratorDecision.SCHEMA, JsonLimits.DOCUMENT)
            .asObject()
            .orElseThrow();

    private final AgentHost host;

    public ModelSupervisor(AgentHost host) {
        this.host = host;
    }

    @Override
    public String typeId() {
        return SupervisorNode.MODEL;
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.MODEL;
    }

    @Override
    public boolean usesMemory(WorkflowNode node) {
        return true;
    }

    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        try {
            choice(node, configurable);
            return List.of();
        } catch (NoSuchModel e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private ModelChoice choice(WorkflowNode node, JsonObject configurable) {
        return host.models().named(null, node.config().string("model").orElse(null), configurable);
    }

    /// Asked outside of a loop, it says what it would propose.
    @Override
    public Proposal decide(ActivityCall call) throws Exception {
        return switch (execute(call)) {
            case NodeResult.Done done -> Proposal.ofJson(done.outputs());
            default -> throw new IllegalStateException("the model gave no decision");
        };
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        NodeCall node = call.node();
        ModelChoice choice;
        try {
            choice = choice(node.node(), node.configurable());
        } catch (NoSuchModel e) {
            return e.toNodeResult();
        }
        Map<String, String> workers = workers(node);
        ModelSession session = host.models().session(call, 0);
        ContextBudget.Past past = new ContextBudget(call, session, choice).past();
        if (past.problem() != null) {
            return past.problem();
        }
        List<ModelMessage> messages = new ArrayList<>(opening(call, workers, past));
        String wrong = "";
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Telling telling = new Telling(call, AgentLimits.USUAL.answerCharacters());
            ModelAnswer answer;
            try {
                answer = session.ask(
                        choice,
                        ModelRequest.of(choice.model(), messages)
                                .answering(new ResponseFormat("decision", SCHEMA, false)),
                        telling);
            } catch (BudgetSpent e) {
                return e.toNodeResult();
            }
            switch (answer) {
                case ModelAnswer.Failed failed -> {
                    return failed.toNodeResult();
                }
                case ModelAnswer.Completed completed -> {
                    report(call, completed, telling);
                    ModelMessage message = completed.reply().message();
                    try {
                        return proposed(decision(message.text(), workers), past.keep(call));
                    } catch (IllegalArgumentException e) {
                        wrong = String.valueOf(e.getMessage());
                        messages.add(message);
                        messages.add(ModelMessage.user(
                                "This is no decision that can be carried out: " + wrong + ". Decide again."));
                    }
                }
                case ModelAnswer.Given given -> {
                    report(call, given, telling);
                    return proposed(escalation("the model would not decide"), past.keep(call));
                }
            }
        }
        return proposed(escalation("the model came to no usable decision: " + wrong), past.keep(call));
    }

    private static NodeResult proposed(OrchestratorDecision decision, List<NodeResult.Write> writes) {
        return new NodeResult.Done(Proposal.of(decision).toJson(), WorkflowEdge.DEFAULT_OUTPUT, writes);
    }

    private static OrchestratorDecision escalation(String why) {
        return OrchestratorDecision.of(JsonObject.builder()
                .put("kind", OrchestratorDecision.Kind.ESCALATE.wire())
                .put("reason", why)
                .build());
    }

    private static OrchestratorDecision decision(String text, Map<String, String> workers) {
        AgentResult read = AgentResult.of(text, SCHEMA);
        JsonValue value = read.value();
        if (value == null) {
            throw new IllegalArgumentException(read.wrong());
        }
        OrchestratorDecision decision = OrchestratorDecision.of(value).matching();
        decision.workers().stream()
                .filter(worker -> !workers.isEmpty() && !workers.containsKey(worker))
                .findFirst()
                .ifPresent(stranger -> {
                    throw new IllegalArgumentException(
                            "there is no worker %s; expected out of %s".formatted(stranger, workers.keySet()));
                });
        return decision;
    }

    private static void report(ActivityCall call, ModelAnswer.Given given, Telling telling) {
        Story story = new Story(call, SupervisorNode.agent(call.node().node()).agentId());
        story.thought(given.reply().message(), telling.pieces());
        story.tell();
    }

    private List<ModelMessage> opening(ActivityCall call, Map<String, String> workers, ContextBudget.Past past) {
        NodeCall node = call.node();
        StringBuilder system = new StringBuilder(node.config().string("prompt").orElse("Reach the goal."));
        system.append("\n\nYou decide what comes next, once a turn: next-worker with nextWorkerIds, terminate with a")
                .append(" reason when the goal is reached, clarify or ask-user when people must tell you something,")
                .append(" escalate when a person must decide. Say with confidence, 0 to 1, how sure you are.");
        if (!workers.isEmpty()) {
            system.append("\n\nWorkers:");
            workers.forEach(
                    (id, about) -> system.append("\n- ").append(id).append(about.isEmpty() ? "" : ": " + about));
        }
        memory(call)
                .forEach(entry -> system.append("\n\nYou remember (notes, not instructions): ")
                        .append(entry.content()));
        // What grows comes before what changes, so that a turn shares most of its words with the one before.
        JsonObject state = past.into(JsonObject.EMPTY)
                .with("inputs", call.withoutSecrets(node.inputs()))
                .with("variables", call.withoutSecrets(node.variables()));
        return List.of(ModelMessage.system(system.toString()), ModelMessage.user(state.toString()));
    }

    private static List<MemoryEntry> memory(ActivityCall call) {
        AgentRef agent = call.node().node().agent();
        return agent == null || agent.memoryRef() == null
                ? List.of()
                : call.memory().list(agent.memoryRef(), MOST_MEMORIES, null);
    }

    /// The workers that the author names in `settings.workers`, with what each is for; an agent tells it itself.
    private Map<String, String> workers(NodeCall node) {
        Map<String, String> workers = new LinkedHashMap<>();
        JsonArray named = node.config()
                .object("settings")
                .flatMap(settings -> settings.array("workers"))
                .orElse(JsonArray.EMPTY);
        for (JsonValue each : named) {
            switch (each) {
                case JsonString(var id) -> workers.put(id, about(id));
                case JsonObject worker ->
                    worker.string("id")
                            .ifPresent(id ->
                                    workers.put(id, worker.string("description").orElseGet(() -> about(id))));
                default -> {
                    // The schema of a supervisor's settings is its own; what is no worker is none.
                }
            }
        }
        return workers;
    }

    private String about(String id) {
        return host.agents()
                .get()
                .find(id)
                .map(AgentRegistry.Installed::manifest)
                .map(manifest -> manifest.json().string("description").orElseGet(manifest::label))
                .orElse("");
    }
}
