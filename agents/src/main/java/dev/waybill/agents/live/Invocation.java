package dev.waybill.agents.live;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.MessagePart;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.ModelTool;
import dev.waybill.agents.model.ResponseFormat;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.prompt.PromptDesk;
import dev.waybill.agents.prompt.PromptLayers;
import dev.waybill.agents.prompt.PromptLibrary;
import dev.waybill.agents.prompt.PromptProblem;
import dev.waybill.agents.tool.ToolDesk;
import dev.waybill.agents.tool.ToolSurface;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.InvocationFact;
import dev.waybill.journal.event.InvocationFact.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One call of an agent: model, prompt, tools, memory, the exchange between them, and what may leave it.
///
/// What the model says is input like any other. It can ask for a tool, and gets it if the agent's list has it; it can
/// give a result, and that is taken if it fits the agent's schema; it can refuse, and then the call ends as refused.
/// Nothing that it says changes which tools it has, what is on the record, or how long it may go on.
final class Invocation {

    private static final int MOST_REPAIRS = 1;

    private final AgentHost host;
    private final AgentRegistry.Installed agent;
    private final AgentManifest manifest;
    private final ActivityCall call;
    private final NodeCall node;
    private final Story story;
    private final Conversation talk;
    private final AgentTask task;
    private final AgentMemory memory;
    private final Conclusion conclusion;
    private final AgentLimits limits;

    Invocation(AgentHost host, AgentRegistry.Installed agent, ActivityCall call) {
        this.host = host;
        this.agent = agent;
        this.manifest = agent.manifest();
        this.call = call;
        this.node = call.node();
        this.story = new Story(call, manifest.agentId());
        this.talk = new Conversation(call, story);
        this.task = AgentTask.of(node);
        this.memory = new AgentMemory(call, manifest, task);
        this.conclusion = new Conclusion(call, manifest, story, talk, memory);
        this.limits = host.limits().of(node.config());
    }

    NodeResult perform() throws InterruptedException {
        talk.restore();
        JsonValue said = node.answers().get(conclusion.question());
        if (said != null) {
            return conclusion.judged(said);
        }
        ModelChoice choice = choice();
        ToolSurface surface = surface();
        opening(choice, surface == null ? 0 : surface.size());
        String prompt;
        try {
            prompt = prompt();
        } catch (PromptProblem e) {
            return failed(e.code(), e.getMessage());
        }
        String wrong = AgentTask.misfit(manifest.task(), task.json());
        if (wrong != null) {
            return failed("handoff_task_schema_violation", "the task does not fit the agent's schema: " + wrong);
        }
        if (choice == null) {
            return failed(NoSuchModel.CODE, "no model is configured for the class " + manifest.modelClass());
        }
        if (surface == null) {
            return failed("tools_unavailable", "a source of this agent's tools cannot be asked");
        }
        try {
            return exchange(choice, surface, prompt);
        } catch (BudgetSpent e) {
            story.tell();
            story.ends(Outcome.FAILED, null, null);
            return e.toNodeResult();
        }
    }

    /// The same model for one class in the whole run: what the run was told first.
    private @Nullable ModelChoice choice() {
        try {
            if (talk.provider().isPresent()) {
                return host.models().named(talk.provider().get(), talk.model(), JsonObject.EMPTY);
            }
            // A branch may have been given another model than its source.
            List<JsonValue> before =
                    Models.isOverridden(node.configurable()) ? List.of() : call.told(InvocationFact.Started.TYPE);
            for (JsonValue told : before) {
                JsonObject first = told.asObject().orElse(JsonObject.EMPTY);
                if (first.string("modelClass")
                                .filter(manifest.modelClass()::equals)
                                .isPresent()
                        && first.has("resolvedProvider")) {
                    return host.models()
                            .named(
                                    first.string("resolvedProvider").orElse(null),
                                    first.string("resolvedModel").orElse(null),
                                    JsonObject.EMPTY);
                }
            }
            return host.models().forClass(manifest.modelClass(), node.configurable());
        } catch (NoSuchModel _) {
            return null;
        }
    }

    private @Nullable ToolSurface surface() throws InterruptedException {
        try {
            return host.tools().surface(manifest.toolAllowlist());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception _) {
            return null;
        }
    }

    private void opening(@Nullable ModelChoice choice, int tools) {
        story.opens(new InvocationFact.Started(
                story.node(),
                story.invocationId(),
                manifest.agentId(),
                InvocationFact.Source.ofWire(
                        node.config().string(AgentDefinitions.SOURCE).orElse("workflow-node")),
                manifest.modelClass(),
                choice == null ? null : choice.model(),
                choice == null ? null : choice.provider().name(),
                agent.pack().version(),
                tools,
                manifest.memory().binds()));
    }

    /// The record says where it was looked for, whether or not it can be had.
    private String prompt() {
        PromptDesk desk = new PromptDesk(new PromptLibrary(host.agents()), call, agent);
        story.opens(desk.layers().trace(PromptLayers.SYSTEM, 0).fact(story.node(), manifest.agentId()));
        PromptDesk.Found system = desk.find(PromptLayers.SYSTEM, 0, "agent-reasoning");
        if (system.composed() != null) {
            story.opens(system.composed());
        }
        return String.valueOf(system.text());
    }

    private NodeResult exchange(ModelChoice choice, ToolSurface surface, String prompt) throws InterruptedException {
        List<ModelMessage> opening = new ArrayList<>(List.of(ModelMessage.system(prompt + memory.known())));
        opening.addAll(memory.said());
        opening.add(ModelMessage.user(task.text()));
        ModelSession session = host.models().session(call, talk.requests());
        talk.untold().forEach(used -> session.paid(choice, used));
        talk.takeUp(host.tools());
        if (node.attempt() == 1) {
            // What an earlier attempt called, its failure has told.
            session.calledTools(talk.calls());
        }
        while (true) {
            NodeResult left = useTools(session, surface);
            if (left != null) {
                return left;
            }
            if (talk.requests() >= limits.steps()) {
                return failed(
                        "agent_step_limit",
                        "the agent came to no result in %d steps; config.maxSteps of its node raises the bound"
                                .formatted(limits.steps()));
            }
            Telling telling = new Telling(call, limits.answerCharacters());
            ModelAnswer answer;
            try {
                answer = session.ask(choice, request(choice, surface, opening), telling);
            } catch (Telling.TooLong e) {
                return failed("agent_answer_too_large", String.valueOf(e.getMessage()));
            }
            NodeResult end = heard(choice, answer, telling);
            if (end != null) {
                return end;
            }
        }
    }

    private ModelRequest request(ModelChoice choice, ToolSurface surface, List<ModelMessage> opening) {
        List<ModelMessage> all = new ArrayList<>(opening);
        all.addAll(talk.messages());
        JsonObject schema = manifest.result();
        return ModelRequest.of(choice.model(), all)
                .withTools(surface.offers().stream()
                        .map(offer -> new ModelTool(
                                offer.name(),
                                offer.tool().description(),
                                offer.tool().input()))
                        .toList())
                .answering(schema == null ? null : new ResponseFormat(schema));
    }

    /// Calls what the model asked for. What other runs have to do is left to all of them at once.
    ///
    /// @return null when every tool has returned
    private @Nullable NodeResult useTools(ModelSession session, ToolSurface surface) throws InterruptedException {
        List<MessagePart.ToolCall> wanted = new ArrayList<>();
        List<ToolDesk.Left> left = new ArrayList<>();
        for (MessagePart.ToolCall each : talk.pending()) {
            if (talk.calls() + left.size() >= limits.toolCalls()) {
                return failed(
                        "agent_tool_limit",
                        "the agent called tools %d times; config.maxToolCalls of its node raises the bound"
                                .formatted(limits.toolCalls()));
            }
            session.callsTool();
            switch (use(surface, each)) {
                case ToolDesk.Handled handled -> {
                    if (handled.record() != null) {
                        story.called(handled.record());
                    }
                    talk.keepReturn(each, handled);
                }
                case ToolDesk.Left call -> {
                    wanted.add(each);
                    left.add(call);
                }
            }
        }
        if (left.isEmpty()) {
            return null;
        }
        talk.keepLeft(wanted, left);
        return new NodeResult.HandOver(left.stream().map(ToolDesk.Left::plan).toList());
    }

    /// A tool's return may hold anything, instructions too: it is told as what a tool gave.
    private ToolDesk.Outcome use(ToolSurface surface, MessagePart.ToolCall wanted) throws InterruptedException {
        String callId = "%s:%s".formatted(story.invocationId(), wanted.id());
        return host.tools().call(surface, wanted.name(), callId, wanted.arguments(), call);
    }

    /// @return null when the exchange goes on
    private @Nullable NodeResult heard(ModelChoice choice, ModelAnswer answer, Telling telling) {
        if (answer instanceof ModelAnswer.Failed failed) {
            story.tell();
            story.ends(Outcome.FAILED, null, null);
            return failed.toNodeResult();
        }
        ModelAnswer.Given given = (ModelAnswer.Given) answer;
        ModelMessage message = given.reply().message();
        story.thought(message, telling.pieces());
        talk.given(given.reply().usage());
        return switch (given) {
            case ModelAnswer.Refused _ -> refused("the model refused the task");
            case ModelAnswer.Blocked _ -> refused("a filter of the model's provider stopped the answer");
            case ModelAnswer.Truncated _ ->
                failed("envelope_truncation_unrecoverable", "the model's answer was cut off before its end");
            case ModelAnswer.Completed _ -> completed(choice, given, message);
        };
    }

    private @Nullable NodeResult completed(ModelChoice choice, ModelAnswer.Given given, ModelMessage message) {
        if (message.text().length() > limits.answerCharacters()) {
            return failed("agent_answer_too_large", new Telling.TooLong(limits.answerCharacters()).getMessage());
        }
        if (!message.toolCalls().isEmpty()) {
            talk.keepAnswer(choice, message, given.reply().usage());
            return null;
        }
        AgentResult result = AgentResult.of(message.text(), manifest.result());
        JsonValue value = result.value();
        if (value != null) {
            return conclusion.decided(value);
        }
        if (talk.repairs() >= MOST_REPAIRS) {
            story.tell();
            story.ends(Outcome.FAILED, false, null);
            return NodeResult.failed(
                    "handoff_return_schema_violation", "the result does not fit the agent's schema: " + result.wrong());
        }
        talk.keepAnswer(choice, message, given.reply().usage());
        talk.keepRepair("Your answer cannot be used: " + result.wrong() + ". Give it again, as the schema wants it.");
        return null;
    }

    private NodeResult refused(String why) {
        story.tell();
        story.ends(Outcome.REFUSED, null, null);
        return NodeResult.refused("envelope_refusal", why);
    }

    private NodeResult failed(String code, @Nullable String why) {
        story.tell();
        story.ends(Outcome.FAILED, null, null);
        return NodeResult.failed(code, why == null ? code : why);
    }
}
