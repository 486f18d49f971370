package dev.waybill.workflow.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import dev.waybill.workflow.expression.StepBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Schemas that other people wrote: each one compiles, their definitions fit theirs, and our events fit theirs.
class SchemasInteropTest {

    private static final String SCHEMAS = "openwop/schemas";
    private static final String FIXTURES = "openwop/fixtures";
    private static final String BASE = "https://openwop.dev/spec/v1/";

    @TestFactory
    Stream<DynamicTest> everySchemaCompiles() {
        Map<String, JsonObject> all = schemas();
        return names(Interop.path(SCHEMAS)).stream()
                .map(name -> dynamicTest(
                        name,
                        () -> assertThat(compile(name, all).validate(json("1"), budget()))
                                .as("a number is none of these documents")
                                .isNotEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> everyFixtureFitsTheSchemaOfDefinitions() {
        JsonSchema definition = compile("workflow-definition.schema.json", schemas());
        return names(Interop.path(FIXTURES)).stream()
                .map(name -> dynamicTest(name, () -> {
                    JsonObject fixture = read(Interop.path(FIXTURES).resolve(name));
                    assertThat(definition.validate(fixture, budget())).isEmpty();
                    assertThat(definition.validate(fixture.without("nodes"), budget()))
                            .isNotEmpty();
                    assertThat(definition.validate(fixture.with("id", "No Id"), budget()))
                            .extracting(Violation::pointer)
                            .contains("/id");
                }));
    }

    /// The journal's golden files are what clients get, but for the run's id.
    @TestFactory
    Stream<DynamicTest> everyGoldenEventFitsTheSchemaOfEvents() {
        Path golden = Interop.projectRoot().resolve("journal/src/test/resources/golden");
        Map<String, JsonObject> all = schemas();
        JsonSchema envelope = compile("run-event.schema.json", all);
        return names(golden).stream()
                .map(name -> dynamicTest(name, () -> {
                    JsonObject event = told(read(golden.resolve(name)));
                    assertThat(envelope.validate(event, budget())).isEmpty();
                    assertThat(payloadViolations(event, all)).isEmpty();
                }));
    }

    /// The pieces of an answer name their run once more.
    private static JsonObject told(JsonObject stored) {
        String run = "run_01JD2ZK8F4Q6V0X3N5S7T9W1YB";
        JsonObject payload = stored.object("payload").orElseThrow();
        boolean piece = stored.string("type").orElseThrow().equals("output.chunk");
        return stored.with("runId", run).with("payload", piece ? payload.with("runId", run) : payload);
    }

    private static List<Violation> payloadViolations(JsonObject event, Map<String, JsonObject> all) {
        JsonObject index = Objects.requireNonNull(all.get(BASE + "run-event-payloads.schema.json"))
                .object("$defs")
                .flatMap(defs -> defs.object("_typeIndex"))
                .flatMap(types -> types.object("properties"))
                .orElseThrow();
        String type = event.string("type").orElseThrow();
        JsonObject payload = event.object("payload").orElseThrow();
        if (type.equals("interrupt.requested")) {
            // The text of the specification adds these two; its closed schema does not have them.
            payload = payload.without("nodeId").without("interruptId");
        }
        JsonObject reference = JsonObject.builder()
                .put("$id", BASE + "one-payload")
                .put("$ref", "run-event-payloads.schema.json#/$defs/_typeIndex/properties/" + type)
                .build();
        return index.has(type) ? JsonSchema.compile(reference, all).validate(payload, budget()) : List.of();
    }

    private static JsonSchema compile(String name, Map<String, JsonObject> all) {
        JsonObject schema = all.get(BASE + name);
        return JsonSchema.compile(Objects.requireNonNull(schema, name), all);
    }

    /// All schemas by the URI under which they refer to each other.
    private static Map<String, JsonObject> schemas() {
        Map<String, JsonObject> schemas = new LinkedHashMap<>();
        for (String name : names(Interop.path(SCHEMAS))) {
            JsonObject schema = read(Interop.path(SCHEMAS).resolve(name));
            schemas.put(BASE + name, schema.with("$id", BASE + name));
        }
        // Referred to, and not part of the data that we have.
        schemas.put(BASE + "channel-written-payload.schema.json", JsonObject.EMPTY);
        return schemas;
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonObject read(Path file) {
        try {
            return JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonValue json(String text) {
        return JsonReader.read(text, JsonLimits.DOCUMENT);
    }

    private static StepBudget budget() {
        return StepBudget.of(10_000_000);
    }
}
