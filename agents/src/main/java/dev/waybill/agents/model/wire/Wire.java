package dev.waybill.agents.model.wire;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelListener;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.base.json.JsonObject;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/// How one kind of provider is spoken to. It makes requests and reads answers; nothing here touches the network.
public interface Wire {

    /// The word in the configuration.
    String name();

    /// Where its provider lives unless the operator says something else.
    Optional<String> usualUrl();

    /// What stands before every path, where the operator's address has none.
    String usualPrefix();

    /// Behind the address of the provider.
    String path(ModelRequest request, boolean streamed);

    /// The request, the same for the same question every time.
    JsonObject body(ModelRequest request, boolean streamed);

    /// Headers that it always wants.
    default Map<String, String> headers() {
        return Collections.emptyMap();
    }

    /// Headers that show the key.
    Map<String, String> keyHeaders(String key);

    /// Reads a whole answer.
    ///
    /// @throws Unreadable when it is none
    ModelAnswer read(ModelRequest request, JsonObject answer);

    /// Puts a streamed answer together.
    Gathering gather(ModelListener listener);

    /// A streamed answer on its way to be whole. What comes out reads like one that came in one piece, so that there
    /// is one way to read answers.
    interface Gathering {
        /// @param type of the event, where the server names one
        void take(String type, JsonObject data);

        /// Whether the provider has said that this was all.
        boolean isWhole();

        /// The whole answer; with a member `error` where the provider broke off with one.
        JsonObject whole();
    }

    /// What asks for a vector; empty for wires that have none.
    default Optional<EmbeddingWire> embeddings() {
        return Optional.empty();
    }

    /// How vectors are asked for.
    interface EmbeddingWire {
        String path();

        JsonObject body(EmbeddingRequest request);

        Embedding.Made read(JsonObject answer);
    }
}
