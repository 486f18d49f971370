package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The steps of the top level that loops name as their bodies.
final class BodyReferences {

    private BodyReferences() {}

    /// The ids that a step and what is inside it name.
    static Set<String> of(List<JsonObject> steps) {
        Set<String> ids = new LinkedHashSet<>();
        for (JsonObject step : steps) {
            step.string("body").ifPresent(ids::add);
            ids.addAll(of(Compilation.objects(step, "body")));
        }
        return ids;
    }

    /// A loop that is its own body, maybe around a corner, would never run: nothing leads there.
    static void check(Reading reading) {
        List<JsonObject> steps = Compilation.objects(reading.document, "steps");
        Set<String> bodies = of(steps);
        Set<String> reached = new LinkedHashSet<>();
        steps.stream().filter(it -> !bodies.contains(Compilation.id(it))).forEach(it -> reach(it, reading, reached));
        var items = reading.document.array("steps").map(it -> it.items()).orElse(List.of());
        for (int i = 0; i < items.size(); i++) {
            String id = items.get(i).asObject().flatMap(it -> it.string("id")).orElse(null);
            if (id != null && !reached.contains(id)) {
                reading.findings.error(
                        JsonPointer.item("/steps", i),
                        DefinitionCode.WRONG_VALUE,
                        "no run reaches the step \"%s\": loops name each other as their bodies"
                                .formatted(Members.shown(id)),
                        "write one body inline");
            }
        }
    }

    private static void reach(JsonObject step, Reading reading, Set<String> reached) {
        if (reached.add(Compilation.id(step))) {
            of(List.of(step)).forEach(id -> reading.topLevel(id).ifPresent(it -> reach(it, reading, reached)));
        }
    }
}
