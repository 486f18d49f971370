package dev.waybill.agents.model.local;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.ModelTrouble;
import dev.waybill.agents.model.Usage;
import dev.waybill.agents.part.PartPool;
import dev.waybill.agents.part.PartProcess;
import dev.waybill.agents.process.TimeLimit;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.runtime.egress.Seam;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/// Vectors from the part `minilm`: a small model that needs no key and no network. One process serves everybody, one
/// text after the other, since a second one would only share the same processors.
public final class LocalEmbeddings implements ModelProvider {

    public static final String MODEL = "all-minilm-l6-v2-q";

    private static final String MAIN = "dev.waybill.minilm.Main";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String name;
    private final PartPool pool;
    private final ReentrantLock turn = new ReentrantLock();

    /// @param folder the jars of the part
    public LocalEmbeddings(String name, Path folder) {
        this.name = name;
        this.pool = new PartPool(folder, MAIN, "256m");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ModelAnswer ask(ModelRequest request, ModelCall call) {
        return new ModelAnswer.Failed(
                ModelTrouble.INVALID_REQUEST,
                "the provider %s makes vectors of texts and nothing else".formatted(name),
                null);
    }

    @Override
    public Embedding embed(EmbeddingRequest request, ModelCall call) throws InterruptedException {
        Seam.MODEL.pass();
        if (!request.model().equals(MODEL)) {
            return failed(
                    ModelTrouble.NOT_FOUND,
                    "the provider %s has the model %s, not %s".formatted(name, MODEL, request.model()));
        }
        turn.lockInterruptibly();
        try {
            return embedded(request, pool.take(), call.activity());
        } catch (IOException e) {
            return failed(ModelTrouble.UNREACHABLE, String.valueOf(e.getMessage()));
        } finally {
            turn.unlock();
        }
    }

    private Embedding embedded(EmbeddingRequest request, PartProcess process, ActivityCall activity)
            throws IOException {
        boolean sound = false;
        TimeLimit limit = new TimeLimit(process, PATIENCE);
        try (ActivityCall.Hook _ = activity.onCancel(process);
                limit) {
            process.send(JsonObject.builder()
                    .put("type", "embed")
                    .put("text", request.text())
                    .build());
            JsonObject said = process.receive();
            sound = true;
            JsonArray vector = said.array("vector").orElse(JsonArray.EMPTY);
            long tokens = said.get("tokens") instanceof JsonNumber number
                    ? number.asInteger().orElse(0)
                    : 0;
            return vector.size() == 0
                    ? failed(ModelTrouble.PROVIDER_ERROR, said.string("message").orElse("there is no vector"))
                    : new Embedding.Made(vector, MODEL, new Usage(tokens, 0, 0));
        } finally {
            if (sound && !limit.isLate()) {
                pool.give(process);
            } else {
                process.close();
            }
        }
    }

    private static Embedding failed(ModelTrouble trouble, String message) {
        return new Embedding.Failed(new ModelAnswer.Failed(trouble, message, null));
    }
}
