package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/// Writes loops so that nothing about them is left to be found out: `until` becomes `while` with `not`, and a loop that
/// is decided by an artifact says so.
final class Loops {

    private static final List<String> KEPT =
            List.of("id", "type", "title", "runCondition", "functionDefinitions", "loop");

    private Loops() {}

    static JsonObject compiled(JsonObject step, List<JsonObject> body) {
        var kept = JsonObject.builder();
        KEPT.forEach(name -> kept.putIfPresent(name, step.get(name)));
        JsonObject loop = step.object("loop").orElse(JsonObject.EMPTY);
        String type = loop.string("type").orElse("");
        if (type.equals("while") || type.equals("until")) {
            kept.put("loop", whileLoop(loop, type.equals("until"), body));
        }
        return kept.build();
    }

    private static JsonObject whileLoop(JsonObject loop, boolean until, List<JsonObject> body) {
        JsonObject source = loop.object("conditionSource").orElse(JsonObject.EMPTY);
        var compiled = loop.without("condition").without("conditionSource").with("type", "while");
        if (source.string("kind").filter("artifact_contract"::equals).isPresent()) {
            return compiled.with("conditionSource", source);
        }
        boolean decided = body.stream()
                .flatMap(it -> it.object("outputContract").stream())
                .anyMatch(it -> it.string("contractRef")
                        .filter(Contracts.LOOP_CONTROL::equals)
                        .isPresent());
        if (source.isEmpty() && decided) {
            return compiled.with(
                    "conditionSource",
                    JsonObject.of("kind", "artifact_contract").with("contractRef", Contracts.LOOP_CONTROL));
        }
        JsonObject condition =
                source.object("condition").or(() -> loop.object("condition")).orElse(JsonObject.EMPTY);
        return compiled.with("condition", until ? JsonObject.of("not", condition) : condition);
    }

    /// What a loop asks for once is handed to its body: a confirmation to the first step that has none of its own,
    /// role and guidance to all.
    static List<JsonObject> handedDown(JsonObject loop, List<JsonObject> body) {
        List<JsonObject> steps = new ArrayList<>();
        for (JsonObject step : body) {
            JsonObject handed = step;
            JsonValue confirmation = loop.get("requireConfirmation");
            if (steps.isEmpty()
                    && confirmation != null
                    && confirmation != JsonBool.FALSE
                    && !step.has("requireConfirmation")) {
                handed = handed.with("requireConfirmation", confirmation);
            }
            JsonValue role = loop.get("agentRole");
            if (role != null && !step.has("agentRole")) {
                handed = handed.with("agentRole", role);
            }
            steps.add(withGuidance(handed, loop));
        }
        return steps;
    }

    private static JsonObject withGuidance(JsonObject step, JsonObject loop) {
        List<JsonValue> guidance = new ArrayList<>();
        step.array("guidance").ifPresent(it -> guidance.addAll(it.items()));
        loop.array("guidance").ifPresent(it -> guidance.addAll(it.items()));
        return loop.has("guidance") ? step.with("guidance", new JsonArray(guidance)) : step;
    }
}
