package dev.waybill.agents.ai;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ModelOptions;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.workflow.AgentRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One execution of a node that asks a model.
///
/// @param choice who is asked
/// @param prompts those of the library that the node asks with
record Question(ActivityCall call, ModelChoice choice, ModelSession session, NodePrompts prompts) {

    /// The code of a node whose model would not.
    static final String REFUSED = "envelope_refusal";

    /// More would only fill the log.
    private static final int LONGEST_REFUSAL = 500;

    NodeCall node() {
        return call.node();
    }

    JsonObject config() {
        return call.node().config();
    }

    String nodeId() {
        return call.node().node().id();
    }

    /// What the node asks, with its prompts around it.
    ModelRequest request(List<ModelMessage> messages) {
        String inline = config().string("systemPrompt").orElse(null);
        return Settings.request(node(), choice.model(), prompts.around(inline, messages));
    }

    /// The messages of the node's inputs. Where a prompt of the library says it all, there need not be any.
    List<ModelMessage> messages() {
        boolean isSaid = prompts.user() != null && node().inputs().isEmpty();
        return isSaid ? List.of() : Settings.messages(node().inputs());
    }

    ModelAnswer ask(ModelRequest request) throws InterruptedException {
        return thoughtAloud(session.ask(choice, request));
    }

    /// Asks, and tells the answer in the pieces in which it came.
    ModelAnswer askInPieces(ModelRequest request) throws InterruptedException {
        Chunks chunks = new Chunks(call);
        ModelAnswer answer = thoughtAloud(session.ask(choice, request, chunks));
        if (answer instanceof ModelAnswer.Given given) {
            chunks.report(given.reply());
        }
        return answer;
    }

    /// Asks without showing the pieces: half of a JSON is nothing to watch.
    ModelAnswer askQuietly(ModelRequest request) throws InterruptedException {
        return thoughtAloud(session.ask(choice, request, ModelListener.NONE));
    }

    /// Where an agent is named, what its model thought is a fact.
    private ModelAnswer thoughtAloud(ModelAnswer answer) {
        AgentRef agent = node().node().agent();
        AgentFact.Verbosity verbosity = ModelOptions.verbosity(node().configurable());
        if (agent != null
                && verbosity != AgentFact.Verbosity.OFF
                && answer instanceof ModelAnswer.Given given
                && !given.reply().message().reasoning().isEmpty()) {
            report(new AgentFact.AgentReasoned(
                    nodeId(),
                    agent.agentId(),
                    ModelOptions.reasoning(given.reply().message().reasoning(), verbosity),
                    verbosity));
        }
        return answer;
    }

    void report(ActivityFact fact) {
        call.report(fact);
    }

    /// A refusal ends the node. What was said about it is in the log alone: it may repeat what was asked.
    NodeResult refused(@Nullable String text, @Nullable String category) {
        JsonValue clean =
                text == null ? null : call.withoutSecrets(new JsonString(Shortened.of(text, LONGEST_REFUSAL, "")));
        report(new ModelFact.EnvelopeRefusal(
                nodeId(),
                choice.provider().name(),
                choice.model(),
                clean instanceof JsonString(var said) ? said : null,
                category));
        return NodeResult.refused(REFUSED, "the model %s would not answer".formatted(choice.model()));
    }
}
