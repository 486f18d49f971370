package dev.waybill.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What holds for every definition, good or damaged.
class DefinitionPropertyTest {

    @Test
    void goodDefinitionsSurviveATripThroughText() {
        Seeds.check(400, random -> {
            JsonObject document = new RandomDefinitions(random).document();
            WorkflowDefinition first = definition(document);
            String text = JsonWriter.compact(first.toJson());
            WorkflowDefinition again =
                    definition(JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));

            assertThat(again).isEqualTo(first);
            assertThat(again.nodes()).isEqualTo(first.nodes());
            assertThat(again.edges()).isEqualTo(first.edges());
            assertThat(JsonWriter.compact(again.toJson())).isEqualTo(text);
            assertThat(CompiledWorkflow.of(again).digest())
                    .isEqualTo(CompiledWorkflow.of(first).digest());
        });
    }

    @Test
    void damagedDefinitionsGiveErrorsWhosePlacesExist() {
        Seeds.check(2_000, random -> {
            var definitions = new RandomDefinitions(random);
            JsonObject document = definitions.document();
            for (int i = random.nextInt(3); i >= 0; i--) {
                document = definitions.damaged(document);
            }
            switch (DefinitionReader.read(document)) {
                case Read.Ok ok -> {
                    assertPlacesExist(ok.warnings(), document);
                    assertLaidOut(CompiledWorkflow.of(ok.definition()));
                }
                case Read.Bad bad -> assertPlacesExist(bad.errors(), document);
            }
        });
    }

    @Test
    void withoutItsBackEdgesEveryGraphHasAnOrder() {
        Seeds.check(400, random -> {
            JsonObject document = new RandomDefinitions(random).document();
            assertLaidOut(CompiledWorkflow.of(definition(document)));
        });
    }

    private static void assertLaidOut(CompiledWorkflow compiled) {
        List<String> order = compiled.layers().stream().flatMap(List::stream).toList();
        assertThat(order).doesNotHaveDuplicates();
        assertThat(compiled.entries()).isNotEmpty();
        for (WorkflowEdge edge : compiled.definition().edges()) {
            if (compiled.isReachable(edge.source()) && !compiled.isBackEdge(edge)) {
                assertThat(layer(compiled, edge.source())).isLessThan(layer(compiled, edge.target()));
            }
        }
    }

    private static int layer(CompiledWorkflow compiled, String node) {
        for (int i = 0; i < compiled.layers().size(); i++) {
            if (compiled.layers().get(i).contains(node)) {
                return i;
            }
        }
        throw new AssertionError(node + " is in no layer");
    }

    private static void assertPlacesExist(List<DefinitionError> findings, JsonObject document) {
        assertThat(findings).allSatisfy(finding -> {
            assertThat(exists(document, finding.pointer()))
                    .as(finding.toString())
                    .isTrue();
            assertThat(finding.message()).isNotEmpty();
            assertThat(finding.hint()).isNotEmpty();
        });
    }

    private static boolean exists(JsonValue document, String pointer) {
        JsonValue here = document;
        for (String token : pointer.isEmpty()
                ? List.<String>of()
                : List.of(pointer.substring(1).split("/", -1))) {
            String name = token.replace("~1", "/").replace("~0", "~");
            here = switch (here) {
                case JsonObject object -> object.get(name);
                case JsonArray array when Integer.parseInt(name) < array.size() -> array.get(Integer.parseInt(name));
                default -> null;
            };
            if (here == null) {
                return false;
            }
        }
        return true;
    }

    private static WorkflowDefinition definition(JsonObject document) {
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new AssertionError(bad.errors());
        };
    }
}
