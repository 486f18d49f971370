package dev.waybill.agents.model.again;

import dev.waybill.agents.model.BudgetSpent;
import dev.waybill.agents.model.Exchanges;
import dev.waybill.agents.model.MessageJson;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelMessage;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.agents.model.config.Models;
import dev.waybill.agents.model.config.NoSuchModel;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.state.RunState;
import dev.waybill.engine.state.Talk;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends the requests that a run has recorded to their models once more, or to another model, and compares. It changes
/// nothing: what it hears is in its report alone. Budgets hold, counted from the first request that it sends.
public final class AskingAgain {

    private final Models models;
    private final @Nullable String model;
    private final RunState end;
    private final SpentAgain spent;
    private final Map<Long, JsonObject> kept = new HashMap<>();
    private final Map<String, Begun> begun = new HashMap<>();

    /// Where an execution of a node began, and how often it has asked since.
    private static final class Begun {
        private final long sequence;
        private final NodeFact.NodeStarted start;
        private int requests;

        Begun(long sequence, NodeFact.NodeStarted start) {
            this.sequence = sequence;
            this.start = start;
        }
    }

    /// @param end the run's state, for its definition and what it was started with
    /// @param model who is asked, as a node's `model` names it; null for whoever was asked then
    public AskingAgain(Models models, RunState end, @Nullable String model) {
        this.models = models;
        this.model = model;
        this.end = end;
        this.spent = new SpentAgain();
    }

    /// @param events the run's log
    /// @param each hears of each request as soon as it is answered
    /// @throws BudgetSpent when a budget is used up
    /// @throws NoSuchModel when the model is none of this host's
    public void all(Iterator<Event> events, Consumer<AskedAgain> each) throws InterruptedException {
        while (events.hasNext()) {
            Event event = events.next();
            if (event.fact() instanceof NodeFact.NodeStarted start) {
                begun.put(start.nodeId(), new Begun(event.sequence(), start));
            }
            JsonObject exchange = event.hidden().object(Talk.EXCHANGE).orElse(null);
            String nodeId = event.nodeId();
            if (exchange != null && nodeId != null) {
                kept.put(event.sequence(), exchange);
                each.accept(asked(event.sequence(), nodeId, exchange));
            }
        }
    }

    private AskedAgain asked(long sequence, String nodeId, JsonObject part) throws InterruptedException {
        Begun execution = begun.get(nodeId);
        long started = execution == null ? sequence : execution.sequence;
        Exchange exchange;
        try {
            exchange = Talk.whole(part, at -> kept.getOrDefault(at, JsonObject.EMPTY));
        } catch (IllegalArgumentException | JsonException e) {
            exchange = new Exchange("", JsonObject.EMPTY, List.of(), "", null);
        }
        String then = Exchanges.provider(exchange) + "/" + Exchanges.model(exchange);
        String key = part.string("key").orElse("");
        AskedAgain unsent = AskedAgain.unsent(sequence, started, nodeId, key, then, said(exchange));
        String obstacle = obstacle(exchange, key);
        if (obstacle != null) {
            return unsent.because(obstacle);
        }
        ModelChoice choice = model == null
                ? models.choose(Exchanges.provider(exchange), Exchanges.model(exchange), JsonObject.EMPTY)
                : models.choose(null, model, JsonObject.EMPTY);
        String now = choice.provider().name() + "/" + choice.model();
        ModelAnswer answer = session(nodeId, execution)
                .ask(choice, Exchanges.request(exchange).withModel(choice.model()), ModelListener.NONE);
        return switch (answer) {
            case ModelAnswer.Failed failed ->
                unsent.answered(now, Likeness.UNANSWERED, null)
                        .because(failed.trouble().code() + ": " + failed.message());
            case ModelAnswer.Given given -> {
                ModelMessage message = given.reply().message();
                String kind = Exchanges.kind(given);
                yield unsent.answered(
                        now, Likeness.of(exchange, kind, message), said(kind, MessageJson.write(message)));
            }
        };
    }

    /// Why a recorded request is not sent again; null when it is.
    private static @Nullable String obstacle(Exchange exchange, String key) {
        if (!Exchanges.key(exchange).equals(key)) {
            return "the recorded request does not have the recorded key: somebody has changed one of them";
        }
        return Exchanges.isEmbedding(exchange) ? "a vector is not compared" : null;
    }

    private ModelSession session(String nodeId, @Nullable Begun execution) {
        int attempt = execution == null ? 1 : execution.start.attempt();
        int ordinal = execution == null ? 1 : execution.start.ordinal();
        int before = execution == null ? 0 : execution.requests++;
        CallAgain call = new CallAgain(end, nodeId, ordinal, attempt, spent);
        return new ModelSession(call, models.budgets().of(call), before);
    }

    private static JsonObject said(Exchange exchange) {
        return said(exchange.kind(), exchange.answer());
    }

    /// What was said, without what only its provider reads.
    private static JsonObject said(String kind, @Nullable JsonValue message) {
        JsonObject said = JsonObject.of("kind", kind);
        if (message == null) {
            return said;
        }
        ModelMessage read = MessageJson.read(JsonArray.of(message)).getFirst();
        return said.with("answer", MessageJson.write(new ModelMessage(read.role(), read.parts())));
    }
}
