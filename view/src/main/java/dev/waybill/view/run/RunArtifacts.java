package dev.waybill.view.run;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ArtifactDraft;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.Times;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// What a run left for people to take home.
public final class RunArtifacts {

    private final List<Left> left = new ArrayList<>();

    private record Left(Event event, DataFact.ArtifactCreated fact) {}

    /// @param events of the run, in their order
    public RunArtifacts(Iterator<Event> events) {
        events.forEachRemaining(event -> {
            if (event.fact() instanceof DataFact.ArtifactCreated fact) {
                left.add(new Left(event, fact));
            }
        });
    }

    /// All of them without what they hold, oldest first.
    public JsonObject toJson() {
        List<JsonValue> rows = new ArrayList<>();
        left.forEach(one -> rows.add(row(one)));
        return JsonObject.of("artifacts", new JsonArray(rows));
    }

    private static JsonObject row(Left one) {
        DataFact.ArtifactCreated fact = one.fact();
        return JsonObject.builder()
                .put("artifactId", fact.artifactId())
                .put("artifactType", fact.artifactType())
                .putIfPresent("name", fact.name())
                .put("contentType", fact.contentType())
                .put("size", fact.size())
                .put("digest", fact.digest())
                .put("nodeId", fact.nodeId())
                .put("createdAt", Times.format(one.event().timestamp()))
                .build();
    }

    public Optional<ArtifactDraft> find(String artifactId) {
        return left.stream()
                .filter(one -> one.fact().artifactId().equals(artifactId))
                .map(one -> ArtifactDraft.of(one.fact(), one.event().hidden()))
                .findFirst();
    }
}
