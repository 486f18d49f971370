package dev.waybill.workflow.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.DefinitionError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Damaged sources give errors whose places exist, and nothing else happens; what still compiles reads back.
class GuidedFuzzTest {

    private static final List<JsonObject> SOURCES = sources();

    private static List<JsonObject> sources() {
        List<JsonObject> sources = new ArrayList<>(Bundled.workflows());
        sources.addAll(Bundled.routines());
        sources.add(GuidedSources.workflow(
                "{'id':'one','title':'One','type':'parallel','parallelDelegations':[{'workflowId':'w','args':{'a':1},"
                        + "'runCondition':{'or':[{'var':'x','in':[1,2]},{'not':{'var':'y','matches':'^a'}}]}}]},"
                        + "{'id':'two','title':'T','prompt':'{{wr.bindings.s}}','functionCalls':[{'name':'f','args':{}}],"
                        + "'validationCriteria':{'or':[{'type':'regex','pattern':'a','flags':'i'},{'type':'schema',"
                        + "'schema':{'type':'object'}},{'and':[{'type':'length','min':1,'max':5}]}]},'synthesis':true},"
                        + "{'id':'loop','title':'L','type':'loop','loop':{'type':'for','count':'n','maxIterations':3},"
                        + "'body':'two'}",
                "'extensionPoints':[{'slotId':'s','purpose':'p','default':'d'}],"
                        + "'functionDefinitions':[{'name':'f','definition':'d'}],"));
        return sources;
    }

    @Test
    void aLoopWithATemplateCallIsALoop() {
        JsonObject source = GuidedSources.workflow("{'id':'loop','title':'L','type':'loop','templateCall':7,"
                + "'loop':{'type':'for','count':2,'maxIterations':3},"
                + "'body':[{'id':'one','title':'One','prompt':'Do it'}]}");
        assertThat(GuidedCompiler.bundled().compile(source)).isInstanceOf(GuidedRead.Ok.class);
    }

    @Test
    void damagedSourcesGiveErrorsAndNothingElse() {
        Seeds.check(400, random -> {
            JsonObject source = SOURCES.get(random.nextInt(SOURCES.size()));
            for (int i = random.nextInt(4); i >= 0; i--) {
                source = damaged(source, random) instanceof JsonObject object ? object : source;
            }
            switch (GuidedCompiler.bundled().compile(source)) {
                case GuidedRead.Ok ok -> {
                    assertPlacesExist(ok.warnings(), source);
                    assertReadsBack(ok.workflow());
                }
                case GuidedRead.Bad bad -> assertPlacesExist(bad.errors(), source);
            }
        });
    }

    private static void assertReadsBack(GuidedWorkflow workflow) {
        byte[] text = JsonWriter.compact(workflow.document()).getBytes(StandardCharsets.UTF_8);
        GuidedWorkflow again = GuidedWorkflow.read(JsonReader.readObject(text, JsonLimits.DOCUMENT));
        assertThat(again).isEqualTo(workflow);
        assertThat(again.digest()).isEqualTo(workflow.digest());
        assertThat(JsonWriter.compact(workflow.document())).doesNotContain("{{wr.");
    }

    private static void assertPlacesExist(List<DefinitionError> findings, JsonObject source) {
        assertThat(findings).allSatisfy(it -> {
            assertThat(JsonPointer.find(source, it.pointer())).as(it.toString()).isPresent();
            assertThat(it.message()).isNotEmpty();
            assertThat(it.hint()).isNotEmpty();
        });
    }

    private static JsonValue damaged(JsonValue value, Random random) {
        return switch (value) {
            case JsonObject object when !object.isEmpty() && random.nextInt(5) > 0 -> damagedObject(object, random);
            case JsonArray array when array.size() > 0 && random.nextInt(5) > 0 -> damagedArray(array, random);
            default -> anything(random);
        };
    }

    private static JsonObject damagedObject(JsonObject object, Random random) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        List<String> names = new ArrayList<>(members.keySet());
        String name = names.get(random.nextInt(names.size()));
        JsonValue value = object.members().getOrDefault(name, JsonNull.NULL);
        switch (random.nextInt(6)) {
            case 0 -> members.remove(name);
            case 1 -> members.put(name + "x", value);
            case 2 -> members.put(anyName(random), value);
            default -> members.put(name, damaged(value, random));
        }
        return new JsonObject(members);
    }

    private static JsonArray damagedArray(JsonArray array, Random random) {
        List<JsonValue> items = new ArrayList<>(array.items());
        int index = random.nextInt(items.size());
        switch (random.nextInt(6)) {
            case 0 -> items.remove(index);
            case 1 -> items.add(items.get(index));
            default -> items.set(index, damaged(items.get(index), random));
        }
        return new JsonArray(items);
    }

    private static String anyName(Random random) {
        List<String> names = List.of(
                "prompt",
                "promptBlocks",
                "templateCall",
                "body",
                "loop",
                "type",
                "runCondition",
                "outputContract",
                "verification",
                "functionReferences",
                "assessmentRefs",
                "contracts",
                "and",
                "not",
                "schema",
                "a/b~c");
        return names.get(random.nextInt(names.size()));
    }

    private static JsonValue anything(Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> JsonNull.NULL;
            case 1 -> JsonBool.TRUE;
            case 2 -> JsonNumber.of(random.nextInt(3000) - 1000);
            case 3 -> new JsonString("");
            case 4 -> new JsonString("x".repeat(random.nextInt(9000)));
            case 5 ->
                new JsonString(
                        List.of("loop", "two", "{{wr.bindings.s}}", "{{wr.", "{subject}", "until", "(", "each-module")
                                .get(random.nextInt(8)));
            case 6 -> JsonArray.EMPTY;
            case 7 -> JsonObject.EMPTY;
            default -> JsonArray.of(JsonObject.EMPTY, new JsonString("a"));
        };
    }
}
