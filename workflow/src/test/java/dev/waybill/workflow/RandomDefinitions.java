package dev.waybill.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Random definitions that are good, and small damage done to them.
final class RandomDefinitions {

    private static final List<String> INPUTS = List.of(
            "{}",
            "{'a':{'type':'static','value':[1.50,null,{'x':1e2}]}}",
            "{'a':{'type':'variable','variableName':'count'}}",
            "{'a':{'type':'variable','variableName':'gone','optional':true}}",
            "{'a':{'type':'expression','expression':'variables.count * 2'}}",
            "{'a':{'type':'connection','nodeId':'n0','outputKey':'o'}}");
    private static final List<String> EDGES = List.of(
            "{}",
            "{'label':'l','triggerRule':'any_success'}",
            "{'condition':{'type':'regex','left':'output.text','right':'^a|b$'}}",
            "{'condition':{'expression':'contains(output.tags, \\\"x\\\")'}}",
            "{'sourceOutput':'error','targetInput':'cause','x-note':1.00}");
    private static final String SECTIONS = """
            {'channels':{'log':{'reducer':'append','ttlMs':100,'access':{'readers':['*'],'writers':['core.ai.*']}}},
             'groups':[{'id':'g','name':'G','nodeIds':['n0'],'position':{'x':0,'y':1},'size':{'width':1,'height':2}}],
             'configurableSchema':{'type':'object','properties':{'n':{'type':'integer','minimum':1}}},
             'metadata':{'tags':['a','b'],'complianceClass':'pii'}}""";

    private final Random random;

    RandomDefinitions(Random random) {
        this.random = random;
    }

    JsonObject document() {
        Definitions definitions =
                Definitions.workflow().with("variables", "[{'name':'count','type':'number','defaultValue':2.50}]");
        int nodes = 1 + random.nextInt(8);
        for (int i = 0; i < nodes; i++) {
            definitions.node("n" + i, pick(List.of("core.noop", "vendor.acme.x", "core.delay")), pick(INPUTS));
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            int from = random.nextInt(nodes);
            int to = random.nextInt(nodes);
            // Nothing leads to the first node, so there is always an entry; a way back always has a condition.
            if (to > 0) {
                definitions.edge("n" + from, "n" + to, from < to ? pick(EDGES) : EDGES.get(2 + random.nextInt(3)));
            }
        }
        JsonObject document = definitions.document();
        for (var section : Definitions.json(SECTIONS).members().entrySet()) {
            document = random.nextBoolean() ? document.with(section.getKey(), section.getValue()) : document;
        }
        return document;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /// One change somewhere: a value replaced, removed, doubled or renamed.
    JsonObject damaged(JsonObject document) {
        return damage(document, 0);
    }

    private JsonValue damage(JsonValue value, int depth) {
        if (depth > 0 && random.nextInt(4) == 0) {
            return junk();
        }
        return switch (value) {
            case JsonObject object when !object.isEmpty() -> damage(object, depth);
            case JsonArray array when array.size() > 0 -> damage(array, depth);
            default -> junk();
        };
    }

    private JsonObject damage(JsonObject object, int depth) {
        String chosen = pick(List.copyOf(object.names()));
        int way = random.nextInt(8);
        Map<String, JsonValue> members = new LinkedHashMap<>();
        object.members().forEach((name, value) -> {
            if (!name.equals(chosen)) {
                members.put(name, value);
            } else if (way == 1) {
                members.put(name + "~/x", value);
            } else if (way > 1) {
                members.put(name, damage(value, depth + 1));
            }
        });
        return new JsonObject(members);
    }

    private JsonArray damage(JsonArray array, int depth) {
        List<JsonValue> items = new ArrayList<>(array.items());
        int chosen = random.nextInt(items.size());
        switch (random.nextInt(6)) {
            case 0 -> items.remove(chosen);
            case 1 -> items.add(items.get(chosen));
            default -> items.set(chosen, damage(items.get(chosen), depth + 1));
        }
        return new JsonArray(items);
    }

    private JsonValue junk() {
        return pick(List.of(
                JsonNull.NULL,
                JsonBool.TRUE,
                new JsonNumber("-1"),
                new JsonNumber("1e999999999"),
                new JsonNumber("0.5"),
                new JsonString(""),
                new JsonString("n1"),
                new JsonString("((((("),
                new JsonString("x".repeat(300)),
                new JsonString("\ud83d\ude00 ~/"),
                JsonArray.EMPTY,
                JsonArray.of(JsonNull.NULL),
                JsonObject.EMPTY,
                JsonObject.builder().put("type", "expression").build()));
    }
}
