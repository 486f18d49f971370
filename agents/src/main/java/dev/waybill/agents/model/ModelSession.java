package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.node.Spent;
import dev.waybill.journal.event.AgentFact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The requests that one execution of a node makes, one after the other: each is counted, paid for on the record, and
/// shown to whoever watches while it is answered.
public final class ModelSession {

    private final ActivityCall call;
    private final Purse purse;
    private int requests;
    private Usage usage = Usage.NONE;
    private Spent spent = Spent.NOTHING;

    public ModelSession(ActivityCall call) {
        this(call, Purse.OPEN);
    }

    /// @param purse what may be spent
    public ModelSession(ActivityCall call, Purse purse) {
        this(call, purse, 0);
    }

    /// @param requests how many this execution has made before, which is more than none after a crash
    public ModelSession(ActivityCall call, Purse purse, int requests) {
        this.call = call;
        this.purse = purse;
        this.requests = requests;
    }

    /// Asks once, and reports what it used.
    ///
    /// @throws BudgetSpent when a budget is used up, before it asks or by what it has used
    public ModelAnswer ask(ModelChoice choice, ModelRequest request) throws InterruptedException {
        return ask(choice, request, shown(call));
    }

    /// Asks once, and tells somebody else than the watchers of the run.
    public ModelAnswer ask(ModelChoice choice, ModelRequest request, ModelListener listener)
            throws InterruptedException {
        requireRoom();
        ModelRequest asked = request.model().equals(choice.model()) ? request : request.withModel(choice.model());
        ModelAnswer answer = choice.provider().ask(asked, new ModelCall(call, listener, requests));
        requests++;
        if (answer instanceof ModelAnswer.Given given) {
            used(choice, given.reply().usage(), Exchanges.of(choice.provider().name(), asked, given));
        }
        return answer;
    }

    public Embedding embed(ModelChoice choice, EmbeddingRequest request) throws InterruptedException {
        requireRoom();
        Embedding embedding = choice.provider().embed(request, new ModelCall(call, ModelListener.NONE, requests));
        requests++;
        if (embedding instanceof Embedding.Made made) {
            used(choice, made.usage(), Exchanges.of(choice.provider().name(), List.of(request)));
        }
        return embedding;
    }

    /// The vectors of several texts, told and paid for as one. It stops at the first that has none.
    public List<Embedding> embed(ModelChoice choice, List<EmbeddingRequest> all) throws InterruptedException {
        List<Embedding> embeddings = new ArrayList<>();
        Usage sum = Usage.NONE;
        int made = 0;
        for (EmbeddingRequest request : all) {
            requireRoom();
            Embedding embedding = choice.provider().embed(request, new ModelCall(call, ModelListener.NONE, requests));
            requests++;
            embeddings.add(embedding);
            if (!(embedding instanceof Embedding.Made it)) {
                break;
            }
            made++;
            sum = sum.plus(it.usage());
        }
        if (made > 0) {
            used(choice, sum, made, Exchanges.of(choice.provider().name(), all.subList(0, made)));
        }
        return embeddings;
    }

    private void requireRoom() {
        purse.slots()
                .forEach(slot -> slot.budget().requireRoom(slot.before().get().plus(own(slot))));
    }

    /// What this execution has spent, where the budget does not count it by itself.
    private Spent own(Purse.Slot slot) {
        return slot.budget().scope().equals("tenant") ? Spent.NOTHING : spent;
    }

    private void used(ModelChoice choice, Usage more, Exchange exchange) {
        used(choice, more, 1, exchange);
    }

    private void used(ModelChoice choice, Usage more, int calls, Exchange exchange) {
        usage = usage.plus(more);
        Optional<BigDecimal> cost = cost(choice, more);
        call.report(fact(choice, more, cost), exchange);
        take(new Spent(more.total(), cost.orElse(BigDecimal.ZERO), calls, 0));
    }

    /// An answer that was given and kept before a crash, and that nobody has told the price of: it is on the account
    /// like any other.
    ///
    /// @throws BudgetSpent when more was used than allowed
    public void paid(ModelChoice choice, Usage more) {
        Optional<BigDecimal> cost = cost(choice, more);
        call.report(fact(choice, more, cost));
        take(new Spent(more.total(), cost.orElse(BigDecimal.ZERO), 1, 0));
    }

    private static Optional<BigDecimal> cost(ModelChoice choice, Usage more) {
        return choice.price().map(price -> price.of(more));
    }

    private AgentFact.ProviderUsage fact(ModelChoice choice, Usage more, Optional<BigDecimal> cost) {
        return new AgentFact.ProviderUsage(
                call.node().node().id(),
                choice.provider().name(),
                choice.model(),
                more.input(),
                more.output(),
                more.cached() > 0,
                cost.map(Budget::number).orElse(null));
    }

    /// A tool is about to be called on behalf of the model. Whoever calls it reports it.
    ///
    /// @throws BudgetSpent when no more may be called
    public void callsTool() {
        take(new Spent(0, BigDecimal.ZERO, 0, 1));
    }

    /// Tools were called before that nobody has reported yet: an agent tells its calls with its outcome.
    public void calledTools(int before) {
        spent = spent.plus(new Spent(0, BigDecimal.ZERO, 0, before));
    }

    private void take(Spent more) {
        spent = spent.plus(more);
        purse.take(more);
        purse.slots().forEach(slot -> slot.budget().require(slot.before().get().plus(own(slot))));
    }

    public int requests() {
        return requests;
    }

    /// Of all requests so far.
    public Usage usage() {
        return usage;
    }

    /// Shows an answer to whoever watches the run, as `text`, `reasoning` and `tool-call`.
    public static ModelListener shown(ActivityCall call) {
        return new ModelListener() {
            @Override
            public void text(String delta) {
                call.show("text", new JsonString(delta));
            }

            @Override
            public void reasoning(String delta) {
                call.show("reasoning", new JsonString(delta));
            }

            @Override
            public void toolCall(int index, String name, String arguments) {
                call.show(
                        "tool-call",
                        JsonObject.builder()
                                .put("index", index)
                                .put("name", name)
                                .put("arguments", arguments)
                                .build());
            }
        };
    }
}
