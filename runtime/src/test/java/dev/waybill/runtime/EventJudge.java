package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// Events, judged by OpenWOP's schemas and by a validator that we did not write.
final class EventJudge {

    private static final String PAYLOADS = "https://openwop.dev/spec/v1/run-event-payloads.schema.json";

    private final Map<String, String> documents = new LinkedHashMap<>();
    private final Map<String, Schema> schemas = new LinkedHashMap<>();
    private final SchemaRegistry registry;
    private final JsonObject types;

    EventJudge() throws IOException {
        try (Stream<Path> files = Files.list(Interop.path("openwop/schemas"))) {
            for (Path file : files.sorted().toList()) {
                JsonObject document = JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
                document.string("$id").ifPresent(id -> documents.put(id, document.toString()));
            }
        }
        registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(documents));
        types = JsonReader.read(documents.getOrDefault(PAYLOADS, "{}"), JsonLimits.DOCUMENT)
                .asObject()
                .flatMap(document -> document.object("$defs"))
                .flatMap(defs -> defs.object("_typeIndex"))
                .flatMap(index -> index.object("properties"))
                .orElseThrow();
    }

    void accepts(Event event) {
        String reference =
                types.object(event.type()).flatMap(type -> type.string("$ref")).orElse(null);
        if (reference == null) {
            assertThat(event.type()).startsWith("waybill.");
            return;
        }
        if (event.type().equals("channel.written")) {
            // The schema of this payload is not among the data.
            return;
        }
        Schema schema = schemas.computeIfAbsent(
                event.type(),
                _ -> registry.getSchema(
                        JsonObject.EMPTY
                                .with("$ref", new JsonString(PAYLOADS + reference))
                                .toString(),
                        InputFormat.JSON));
        assertThat(schema.validate(judged(event).toString(), InputFormat.JSON))
                .as("%s %s", event.type(), event.fact().payload())
                .isEmpty();
    }

    /// OpenWOP's text adds the engine's own names to a payload whose schema is closed.
    private static JsonObject judged(Event event) {
        JsonObject payload = event.fact().payload().asObject().orElseThrow();
        return event.fact() instanceof InterruptFact.InterruptRequested
                ? payload.without("nodeId").without("interruptId")
                : payload;
    }
}
