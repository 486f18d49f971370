package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.journal.event.AgentFact;

/// The requests that one execution of a node makes, one after the other: each is counted, paid for on the record, and
/// shown to whoever watches while it is answered.
public final class ModelSession {

    private final ActivityCall call;
    private int requests;
    private Usage usage = Usage.NONE;

    public ModelSession(ActivityCall call) {
        this.call = call;
    }

    /// Asks once, and reports what it used.
    public ModelAnswer ask(ModelChoice choice, ModelRequest request) throws InterruptedException {
        return ask(choice, request, shown(call));
    }

    /// Asks once, and tells somebody else than the watchers of the run.
    public ModelAnswer ask(ModelChoice choice, ModelRequest request, ModelListener listener)
            throws InterruptedException {
        ModelRequest asked = request.model().equals(choice.model()) ? request : request.withModel(choice.model());
        ModelAnswer answer = choice.provider().ask(asked, new ModelCall(call, listener, requests));
        requests++;
        if (answer instanceof ModelAnswer.Given given) {
            used(choice, given.reply().usage());
        }
        return answer;
    }

    public Embedding embed(ModelChoice choice, EmbeddingRequest request) throws InterruptedException {
        Embedding embedding = choice.provider().embed(request, new ModelCall(call, ModelListener.NONE, requests));
        requests++;
        if (embedding instanceof Embedding.Made made) {
            used(choice, made.usage());
        }
        return embedding;
    }

    private void used(ModelChoice choice, Usage more) {
        usage = usage.plus(more);
        call.report(new AgentFact.ProviderUsage(
                call.node().node().id(),
                choice.provider().name(),
                choice.model(),
                more.input(),
                more.output(),
                more.cached() > 0));
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
