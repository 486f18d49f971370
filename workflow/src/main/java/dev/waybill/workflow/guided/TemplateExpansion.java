package dev.waybill.workflow.guided;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The steps of a routine, as they stand where a step calls it.
///
/// Their ids are prefixed with the caller's. The caller's condition and role hold for each that has none; its guidance
/// and the routine's meta guidance are added to each; what else the caller asks for (confirmation, contract, criteria,
/// assessments) is asked of the last step, when the routine is done.
final class TemplateExpansion {

    private static final List<String> FOR_EACH = List.of("runCondition", "agentRole", "modelTier");
    private static final List<String> FOR_THE_LAST =
            Words.of("requireConfirmation outputContract validationCriteria notesOptional assessmentRefs "
                    + "assessmentConsequences askForFiles");

    private final JsonObject caller;
    private final JsonObject routine;
    private final JsonObject args;

    TemplateExpansion(JsonObject caller, JsonObject routine) {
        this.caller = caller;
        this.routine = routine;
        this.args =
                caller.object("templateCall").flatMap(it -> it.object("args")).orElse(JsonObject.EMPTY);
    }

    List<JsonObject> steps() {
        List<JsonObject> steps = new ArrayList<>();
        List<JsonObject> all = Compilation.objects(routine, "steps");
        Set<String> bodies = BodyReferences.of(all);
        for (JsonObject step : all) {
            if (!bodies.contains(Compilation.id(step))) {
                steps.add(inherited(expanded(step)));
            }
        }
        if (!steps.isEmpty()) {
            steps.set(steps.size() - 1, asked(steps.getLast()));
        }
        return steps;
    }

    private JsonObject expanded(JsonObject step) {
        Map<String, JsonValue> members =
                new LinkedHashMap<>(TemplateText.withArguments(step, args).members());
        members.put("id", new JsonString(Compilation.id(caller) + "." + Compilation.id(step)));
        if (step.get("body") instanceof JsonString(var id)) {
            List<JsonValue> body = new ArrayList<>();
            Compilation.objects(routine, "steps").stream()
                    .filter(it -> Compilation.id(it).equals(id))
                    .forEach(it -> body.add(expanded(it)));
            members.put("body", new JsonArray(body));
        } else if (step.has("body")) {
            List<JsonValue> body = new ArrayList<>();
            Compilation.objects(step, "body").forEach(it -> body.add(expanded(it)));
            members.put("body", new JsonArray(body));
        }
        addGuidance(members);
        addFunctions(members);
        return new JsonObject(members);
    }

    private void addGuidance(Map<String, JsonValue> members) {
        List<JsonValue> guidance = new ArrayList<>();
        if (members.get("guidance") instanceof JsonArray own) {
            guidance.addAll(own.items());
        }
        caller.array("guidance").ifPresent(it -> guidance.addAll(it.items()));
        routine.array("metaGuidance").ifPresent(it -> guidance.addAll(it.items()));
        if (!guidance.isEmpty()) {
            members.put("guidance", new JsonArray(guidance));
        }
    }

    /// The routine's functions are not the caller's: each step that names one takes it along.
    private void addFunctions(Map<String, JsonValue> members) {
        if (!(members.get("functionReferences") instanceof JsonArray references)) {
            return;
        }
        List<JsonValue> own = new ArrayList<>();
        if (members.get("functionDefinitions") instanceof JsonArray array) {
            own.addAll(array.items());
        }
        for (JsonObject function : Compilation.objects(routine, "functionDefinitions")) {
            String name = function.string("name").orElse("");
            boolean known = own.stream()
                    .flatMap(it -> it.asObject().stream())
                    .anyMatch(it -> it.string("name").filter(name::equals).isPresent());
            if (!known && references.items().contains(new JsonString(name + "()"))) {
                own.add(function);
            }
        }
        if (!own.isEmpty()) {
            members.put("functionDefinitions", new JsonArray(own));
        }
    }

    private JsonObject inherited(JsonObject step) {
        return withDefaults(step, FOR_EACH);
    }

    private JsonObject asked(JsonObject step) {
        return withDefaults(step, FOR_THE_LAST);
    }

    private JsonObject withDefaults(JsonObject step, List<String> names) {
        JsonObject result = step;
        for (String name : names) {
            JsonValue value = caller.get(name);
            if (value != null && !step.has(name)) {
                result = result.with(name, value);
            }
        }
        return result;
    }
}
