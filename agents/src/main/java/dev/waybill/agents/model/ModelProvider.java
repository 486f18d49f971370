package dev.waybill.agents.model;

import dev.waybill.base.json.JsonObject;

/// Somebody who answers as a language model: a service on the network, a program on this machine, a recording.
///
/// One call is one request. Whoever wants another attempt asks the engine for it, so that it is recorded and signed.
public interface ModelProvider {

    /// The name under which the operator configured it.
    String name();

    /// Asks once and waits for the whole answer; its pieces go to the call's listener as they come.
    ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException;

    /// The vector that a model makes of a text.
    default Embedding embed(EmbeddingRequest request, ModelCall call) throws InterruptedException {
        return new Embedding.Failed(new ModelAnswer.Failed(
                ModelTrouble.INVALID_REQUEST, "the provider " + name() + " has no embeddings", null));
    }

    /// The very JSON that would be sent: what a digest of the request is taken from.
    default JsonObject wireRequest(ModelRequest request) {
        return SemanticKey.recipe(name(), request);
    }

    /// Whether it may be asked again while a run is replayed, to see if it would refuse today. A real model is asked
    /// once.
    default boolean isRepeatable() {
        return false;
    }
}
