package dev.waybill.agents.memory;

import dev.waybill.agents.model.Embedding;
import dev.waybill.agents.model.EmbeddingRequest;
import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelChoice;
import dev.waybill.agents.model.ModelSession;
import dev.waybill.base.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The vectors of texts. Those that were made are kept for a while: entries are searched far more often than written.
final class Vectors {

    private static final int MOST_KEPT = 2_000;

    private final Map<String, float[]> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
            return size() > MOST_KEPT;
        }
    };

    /// A text has no vector.
    static final class None extends Exception {
        private static final long serialVersionUID = 1;

        private final transient ModelAnswer.Failed failure;

        None(ModelAnswer.Failed failure) {
            super(failure.message());
            this.failure = failure;
        }

        ModelAnswer.Failed failure() {
            return failure;
        }
    }

    /// @return one for each text, in order
    List<float[]> of(List<String> texts, ModelChoice choice, ModelSession session) throws None, InterruptedException {
        List<EmbeddingRequest> missing = new ArrayList<>();
        Map<String, float[]> found = new LinkedHashMap<>();
        for (String text : texts) {
            String key = key(text, choice);
            float[] known = get(key);
            if (known != null) {
                found.put(key, known);
            } else if (found.putIfAbsent(key, new float[0]) == null) {
                missing.add(new EmbeddingRequest(choice.model(), text, null));
            }
        }
        List<Embedding> made = session.embed(choice, missing);
        for (int i = 0; i < made.size(); i++) {
            switch (made.get(i)) {
                case Embedding.Failed(var failure) -> throw new None(failure);
                case Embedding.Made it -> {
                    String key = key(missing.get(i).text(), choice);
                    float[] vector = Ranking.vector(it.vector());
                    found.put(key, vector);
                    put(key, vector);
                }
            }
        }
        return texts.stream()
                .map(text -> found.getOrDefault(key(text, choice), new float[0]))
                .toList();
    }

    private static String key(String text, ModelChoice choice) {
        return choice.provider().name() + " " + choice.model() + " "
                + Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }

    private synchronized float @Nullable [] get(String key) {
        return kept.get(key);
    }

    private synchronized void put(String key, float[] vector) {
        kept.put(key, vector);
    }
}
