package dev.waybill.workflow.guided;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes the prompt of a step, from whatever source it has.
final class Prompts {

    private static final List<String> REPLACED =
            Words.of("type promptBlocks parallelDelegations functionCalls modelTier hasValidation "
                    + "verification audit synthesis");

    private Prompts() {}

    static JsonObject compiled(JsonObject step, Collection<String> features) {
        List<String> texts = new ArrayList<>();
        step.string("prompt").ifPresent(texts::add);
        step.object("promptBlocks").ifPresent(it -> texts.add(PromptBlocks.text(it, features)));
        List<JsonObject> delegations = Compilation.objects(step, "parallelDelegations");
        if (!delegations.isEmpty()) {
            texts.add(Delegations.text(delegations));
        }
        List<JsonObject> calls = Compilation.objects(step, "functionCalls");
        if (!calls.isEmpty()) {
            texts.add(callsText(calls));
        }
        Map<String, JsonValue> members = new LinkedHashMap<>(step.members());
        REPLACED.forEach(members::remove);
        members.put("prompt", new JsonString(String.join("\n\n", texts)));
        addFragments(members, Delegations.fragments(delegations));
        addReferences(members, calls);
        step.string("modelTier").ifPresent(tier -> addGuidance(members, "Suggested model tier: " + tier + "."));
        return new JsonObject(members);
    }

    private static String callsText(List<JsonObject> calls) {
        return calls.stream().map(Prompts::call).collect(Collectors.joining("\n", "## Apply these functions\n", ""));
    }

    private static String call(JsonObject call) {
        String args = call.object("args").orElse(JsonObject.EMPTY).members().entrySet().stream()
                .map(it -> it.getKey() + " = " + shown(it.getValue()))
                .collect(Collectors.joining(", "));
        return "- `" + call.string("name").orElse("") + "(" + args + ")`";
    }

    static String shown(JsonValue value) {
        return value instanceof JsonString(var text) ? text : JsonWriter.compact(value);
    }

    private static void addFragments(Map<String, JsonValue> members, List<JsonObject> fragments) {
        if (!fragments.isEmpty()) {
            List<JsonValue> all = new ArrayList<>();
            if (members.get("promptFragments") instanceof JsonArray own) {
                all.addAll(own.items());
            }
            all.addAll(fragments);
            members.put("promptFragments", new JsonArray(all));
        }
    }

    private static void addReferences(Map<String, JsonValue> members, List<JsonObject> calls) {
        List<JsonValue> references = new ArrayList<>();
        if (members.get("functionReferences") instanceof JsonArray own) {
            references.addAll(own.items());
        }
        for (JsonObject call : calls) {
            var reference = new JsonString(call.string("name").orElse("") + "()");
            if (!references.contains(reference)) {
                references.add(reference);
            }
        }
        if (!references.isEmpty()) {
            members.put("functionReferences", new JsonArray(references));
        }
    }

    private static void addGuidance(Map<String, JsonValue> members, String text) {
        List<JsonValue> guidance = new ArrayList<>();
        if (members.get("guidance") instanceof JsonArray own) {
            guidance.addAll(own.items());
        }
        guidance.add(new JsonString(text));
        members.put("guidance", new JsonArray(guidance));
    }
}
