package dev.waybill.minilm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.local.LocalEmbeddings;
import dev.waybill.agents.part.Parts;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.testkit.Interop;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The real model, in its process.
class LocalVectorsTest {

    private static final Path PART =
            new Parts(List.of(Interop.projectRoot())).find(Parts.MINILM).orElseThrow();

    private final LocalEmbeddings model = new LocalEmbeddings("minilm", PART);

    private JsonArray vector(LocalEmbeddings from, String text) throws InterruptedException {
        Embedding made =
                from.embed(new EmbeddingRequest(LocalEmbeddings.MODEL, text, null), new ModelCall(uncancelled()));
        assertThat(made).isInstanceOf(Embedding.Made.class);
        return ((Embedding.Made) made).vector();
    }

    /// An execution that nobody cancels.
    private static ActivityCall uncancelled() {
        return (ActivityCall) Proxy.newProxyInstance(
                ActivityCall.class.getClassLoader(), new Class<?>[] {ActivityCall.class}, (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("onCancel");
                    return (ActivityCall.Hook) () -> {};
                });
    }

    private static double nearness(JsonArray left, JsonArray right) {
        double dot = 0;
        for (int i = 0; i < left.size(); i++) {
            dot += ((JsonNumber) left.get(i)).doubleValue() * ((JsonNumber) right.get(i)).doubleValue();
        }
        return dot;
    }

    @Test
    void meaningIsNearerThanWords() throws Exception {
        JsonArray question = vector(model, "How do they like to travel?");
        assertThat(question.size()).isEqualTo(384);
        assertThat(nearness(question, vector(model, "prefers trains over planes")))
                .isGreaterThan(nearness(question, vector(model, "pays by invoice within ten days")));
    }

    @Test
    void twoProcessesMakeTheSameVectorBitByBit() throws Exception {
        assertThat(vector(new LocalEmbeddings("other", PART), "a waybill travels with the parcel"))
                .isEqualTo(vector(model, "a waybill travels with the parcel"));
    }

    @Test
    void anotherModelIsNotHere() throws Exception {
        assertThat(model.embed(new EmbeddingRequest("large", "x", null), new ModelCall(uncancelled())))
                .isInstanceOf(Embedding.Failed.class);
    }
}
