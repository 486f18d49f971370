package dev.waybill.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.testkit.Interop;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What we emit, judged by OpenWOP's schemas of event payloads.
class EventSchemaInteropTest {

    /// OpenWOP's own, from RFC 0111, which is younger than the schemas that we have.
    private static final List<String> NEWER = List.of("context.summarized");

    private static final String PAYLOADS = "https://openwop.dev/spec/v1/run-event-payloads.schema.json";
    private static final String CHANNEL_WRITTEN = "https://openwop.dev/spec/v1/channel-written-payload.schema.json";

    /// The schema of this payload is not among the data. These are its facts: what is required, and that it is closed.
    /// `message` is a reducer in the specification's text and fixtures, though not in its schema.
    private static final String CHANNEL_WRITTEN_FACTS = """
            {"type":"object","required":["channel","value","reducer","writtenAt"],"additionalProperties":false,
             "properties":{"channel":{"type":"string","minLength":1,"maxLength":256},"value":true,
              "reducer":{"enum":["replace","append","merge","counter","votes","feedback","message"]},
              "nodeId":{"type":"string","minLength":1,"maxLength":128},
              "writtenAt":{"type":"string","pattern":"^[0-9-]{10}T[0-9:.]+Z$"},
              "schemaVersion":{"type":"integer","minimum":1},
              "sourceEngineId":{"type":"string"},"sourceRunId":{"type":"string"}}}
            """;

    private final Map<String, JsonObject> documents = documents();
    private final JsonObject types = Objects.requireNonNull(documents.get(PAYLOADS))
            .object("$defs")
            .flatMap(defs -> defs.object("_typeIndex"))
            .flatMap(index -> index.object("properties"))
            .orElseThrow();

    private static JsonObject read(byte[] bytes) {
        return JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
    }

    private static Map<String, JsonObject> documents() {
        Map<String, JsonObject> documents = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Interop.path("openwop/schemas"))) {
            for (Path file : files.sorted().toList()) {
                JsonObject document = read(Files.readAllBytes(file));
                document.string("$id").ifPresent(id -> documents.put(id, document));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        documents.put(CHANNEL_WRITTEN, read(CHANNEL_WRITTEN_FACTS.getBytes(StandardCharsets.UTF_8)));
        return documents;
    }

    private JsonSchema schema(String type) {
        String reference =
                types.object(type).flatMap(found -> found.string("$ref")).orElseThrow();
        return JsonSchema.compile(JsonObject.EMPTY.with("$ref", new JsonString(PAYLOADS + reference)), documents);
    }

    /// OpenWOP's text adds the engine's own names to a payload whose schema is closed, and a piece of an answer is told
    /// with the run in which it is read.
    private static JsonObject judged(String type, JsonObject payload) {
        return switch (type) {
            case InterruptFact.InterruptRequested.TYPE ->
                payload.without("nodeId").without("interruptId");
            case ModelFact.OutputChunk.TYPE -> payload.with("runId", "run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");
            default -> payload;
        };
    }

    /// Two kinds of decisions are in OpenWOP's text and not in its schema, and inputs by worker are younger than it.
    private static boolean isLaidOver(JsonObject payload) {
        JsonObject decision = payload.object("decision").orElse(JsonObject.EMPTY);
        return List.of("clarify", "escalate").contains(decision.string("kind").orElse(""))
                || decision.has("nextWorkerInputs");
    }

    private List<String> violations(JsonSchema schema, String type, JsonObject payload) {
        return schema.validate(judged(type, payload), StepBudget.of(1_000_000)).stream()
                .map(Violation::toString)
                .map(violation -> violation + " in " + payload)
                .toList();
    }

    /// Every golden payload, and those of many runs that somebody played at random.
    private static Map<String, List<JsonObject>> emitted() throws IOException {
        Map<String, List<JsonObject>> emitted = new LinkedHashMap<>();
        for (String type : EventTypes.known()) {
            Path golden = Interop.projectRoot().resolve("journal/src/test/resources/golden/" + type + ".json");
            emitted.put(
                    type,
                    new ArrayList<>(List.of(
                            read(Files.readAllBytes(golden)).object("payload").orElseThrow())));
        }
        for (long seed = 1; seed <= 250; seed++) {
            RandomRuns.played(Seeds.random(seed))
                    .log()
                    .forEach(event -> Objects.requireNonNull(emitted.get(event.type()))
                            .add(event.fact().payload().asObject().orElseThrow()));
        }
        return emitted;
    }

    @TestFactory
    Stream<DynamicTest> everyPayloadFitsItsSchema() throws IOException {
        Map<String, List<JsonObject>> emitted = emitted();
        assertThat(emitted.get(DataFact.ChannelWritten.TYPE)).hasSizeGreaterThan(20);
        return emitted.entrySet().stream()
                .filter(each -> types.has(each.getKey()))
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey() + " (" + each.getValue().size() + ")", () -> {
                            JsonSchema schema = schema(each.getKey());
                            for (JsonObject payload : each.getValue().stream()
                                    .filter(it -> !isLaidOver(it))
                                    .toList()) {
                                assertThat(violations(schema, each.getKey(), payload))
                                        .isEmpty();
                            }
                        }));
    }

    @TestFactory
    Stream<DynamicTest> whatOpenWopDoesNotKnowIsCalledOurs() {
        return EventTypes.known().stream()
                .filter(type -> !types.has(type) && !NEWER.contains(type))
                .map(type ->
                        DynamicTest.dynamicTest(type, () -> assertThat(type).startsWith("waybill.")));
    }
}
