package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A structured output of a branch: as it came, or several of one kind made one by their contract.
///
/// @param contract what the workflow's author says about this kind; null where nothing is said
/// @param from the places whose acknowledgements brought it, oldest first
/// @param rows for each list that was merged, the place that each of its rows is from
public record Artifact(
        String kind,
        @Nullable String contract,
        JsonObject content,
        List<PlaceView> from,
        Map<String, List<PlaceView>> rows) {

    public Artifact {
        from = List.copyOf(from);
    }

    static JsonArray json(List<Artifact> artifacts) {
        return new JsonArray(artifacts.stream().<JsonValue>map(Artifact::toJson).toList());
    }

    public JsonObject toJson() {
        Map<String, JsonValue> origins = new LinkedHashMap<>();
        rows.forEach((list, places) -> origins.put(list, origins(places)));
        return JsonObject.of("kind", kind)
                .withIfPresent("contract", contract)
                .with("content", content)
                .with("from", origins(from))
                .withIfPresent("rowsFrom", origins.isEmpty() ? null : new JsonObject(origins));
    }

    /// Which execution of which step brought it: rounds of a loop are told apart.
    private static JsonArray origins(List<PlaceView> places) {
        List<JsonValue> all = new ArrayList<>();
        for (PlaceView place : places) {
            all.add(JsonObject.of("step", String.valueOf(place.acknowledged()))
                    .with("stateTokenHash", place.tokenHash().toString()));
        }
        return new JsonArray(all);
    }
}
