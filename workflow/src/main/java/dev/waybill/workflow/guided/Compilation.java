package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Members;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes the compiled document of a source that was read without an error.
///
/// Each step goes through the same stations: template, slots, features, shared texts, blocks. It leaves as one or more
/// steps that hold a prompt, and nothing that would have to be looked up elsewhere.
final class Compilation {

    private static final List<String> REPLACED = List.of("features", "extensionPoints", "contracts", "steps");

    private final JsonObject source;
    private final Slots slots;
    private final GuidedSurroundings surroundings;
    private final Map<String, JsonObject> topLevel = new LinkedHashMap<>();
    private final Set<String> bodies;
    private final Map<String, OutputContract> written = new LinkedHashMap<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final Map<String, JsonObject> assessments = new LinkedHashMap<>();
    private final Map<String, JsonObject> references = new LinkedHashMap<>();

    Compilation(JsonObject written, GuidedSurroundings surroundings) {
        this.surroundings = surroundings;
        this.slots = new Slots(written, surroundings.bindings());
        this.source = slots.fill(written);
        keepContracts(source);
        objects(source, "steps").forEach(it -> topLevel.put(id(it), it));
        this.bodies = BodyReferences.of(objects(source, "steps"));
        keep(source, "assessments", assessments);
        keep(source, "references", references);
    }

    private static List<JsonValue> items(JsonObject owner, String name) {
        return owner.array(name).map(JsonArray::items).orElse(List.of());
    }

    static List<JsonObject> objects(JsonObject owner, String name) {
        return items(owner, name).stream().flatMap(it -> it.asObject().stream()).toList();
    }

    static String id(JsonObject step) {
        return step.string("id").orElse("");
    }

    private static void keep(JsonObject owner, String name, Map<String, JsonObject> into) {
        objects(owner, name).forEach(it -> into.putIfAbsent(id(it), it));
    }

    /// A name means in a workflow what the workflow says, also where a routine says otherwise.
    private void keepContracts(JsonObject owner) {
        Map<String, OutputContract> read = new LinkedHashMap<>();
        new Members(owner, "", new Findings())
                .objects("contracts", items(owner, "contracts"), it -> Contracts.readOne(it, read, true));
        read.forEach(written::putIfAbsent);
    }

    JsonObject document() {
        List<JsonValue> steps = new ArrayList<>();
        topLevel.forEach((id, step) -> {
            if (!bodies.contains(id)) {
                steps.addAll(steps(step, source));
            }
        });
        var document = JsonObject.builder();
        source.members().forEach((name, value) -> {
            if (!REPLACED.contains(name)) {
                document.put(name, value);
            }
        });
        put(document, "assessments", assessments.values());
        put(document, "references", references.values());
        put(document, "contracts", embedded());
        if (!slots.ids().isEmpty()) {
            document.put("resolvedBindings", slots.resolved());
        }
        return document.put("steps", new JsonArray(steps)).build();
    }

    private static void put(JsonObject.Builder document, String name, Collection<JsonObject> objects) {
        if (!objects.isEmpty()) {
            document.put(name, new JsonArray(new ArrayList<>(objects)));
        }
    }

    private List<JsonObject> embedded() {
        List<JsonObject> contracts = new ArrayList<>();
        for (String ref : used) {
            OutputContract own = written.get(ref);
            OutputContract contract =
                    own != null ? own : surroundings.contracts().find(ref).orElseThrow();
            contracts.add(ContractReader.toJson(contract));
        }
        return contracts;
    }

    /// One step of a source as steps of the compiled document.
    ///
    /// @param origin where the step is written: the workflow, or a routine that it calls
    private List<JsonObject> steps(JsonObject step, JsonObject origin) {
        List<JsonObject> steps = new ArrayList<>();
        // A loop first: there, a templateCall is one more member without effect, whatever it holds.
        if (step.string("type").filter("loop"::equals).isPresent()) {
            steps.add(loop(step, origin));
        } else if (step.has("templateCall")) {
            steps.addAll(expanded(step));
        } else {
            steps.add(prompt(step, origin));
        }
        for (JsonObject extra : ExtraSteps.of(step)) {
            steps.add(prompt(extra, origin));
        }
        return steps;
    }

    private List<JsonObject> expanded(JsonObject caller) {
        JsonObject call = caller.object("templateCall").orElseThrow();
        JsonObject found = surroundings
                .routines()
                .find(call.string("templateId").orElse(""))
                .orElseThrow();
        JsonObject routine = new Slots(found, surroundings.bindings()).fill(found);
        keep(routine, "assessments", assessments);
        keep(routine, "references", references);
        keepContracts(routine);
        List<JsonObject> steps = new ArrayList<>();
        for (JsonObject step : new TemplateExpansion(caller, routine).steps()) {
            steps.addAll(steps(step, routine));
        }
        return steps;
    }

    private JsonObject loop(JsonObject step, JsonObject origin) {
        List<JsonObject> body = step.get("body") instanceof JsonString(var id)
                ? List.of(topLevel.getOrDefault(id, JsonObject.EMPTY))
                : objects(step, "body");
        List<JsonValue> compiled = new ArrayList<>();
        Loops.handedDown(step, body).forEach(it -> compiled.addAll(steps(it, origin)));
        JsonObject loop = Loops.compiled(step, body);
        loop.object("loop")
                .flatMap(it -> it.object("conditionSource"))
                .flatMap(it -> it.string("contractRef"))
                .ifPresent(used::add);
        return loop.with("body", new JsonArray(compiled));
    }

    private JsonObject prompt(JsonObject step, JsonObject origin) {
        JsonObject compiled = Prompts.compiled(step, features(origin));
        if (compiled.has("assessmentRefs")) {
            used.add(Contracts.ASSESSMENT);
        }
        return compiled.object("outputContract")
                .map(it -> compiled.with("outputContract", contract(it, id(compiled), origin)))
                .orElse(compiled);
    }

    /// The features of the workflow hold for all; a routine adds its own to its own steps.
    private Set<String> features(JsonObject origin) {
        Set<String> features = new LinkedHashSet<>();
        items(source, "features").forEach(it -> it.asString().ifPresent(features::add));
        items(origin, "features").forEach(it -> it.asString().ifPresent(features::add));
        return features;
    }

    private JsonObject contract(JsonObject contract, String stepId, JsonObject origin) {
        String ref = contract.string("contractRef").orElse(StepReader.inlineRef(stepId));
        if (contract.has("schema")) {
            var members = new Members(contract, "", new Findings());
            OutputContract read = ContractReader.read(members, ref, id(origin) + "." + stepId);
            if (read != null) {
                written.put(ref, read);
            }
        }
        used.add(ref);
        var use = JsonObject.builder().put("contractRef", ref);
        return use.putIfPresent("required", contract.get("required")).build();
    }
}
