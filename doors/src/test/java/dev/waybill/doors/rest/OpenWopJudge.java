package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.util.List;

/// OpenWOP's own schemas, read by a validator of other people's making.
final class OpenWopJudge {

    private static final String BASE = "https://openwop.dev/spec/v1/";
    private static final String PAYLOADS = "run-event-payloads.schema.json";

    /// Its schema is in a file that is not among the data.
    private static final String ABSENT = "/channelWritten";

    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(OpenWopJudge::text));
    private final JsonObject types = JsonReader.readObject(
                    Interop.bytes("openwop/schemas/" + PAYLOADS), JsonLimits.DOCUMENT)
            .object("$defs")
            .orElseThrow()
            .object("_typeIndex")
            .orElseThrow()
            .object("properties")
            .orElseThrow();

    private static String text(String iri) {
        return Interop.text("openwop/schemas/" + iri.substring(iri.lastIndexOf('/') + 1));
    }

    void fits(String schema, JsonValue value) {
        check(schemas.getSchema(SchemaLocation.of(BASE + schema)), value);
    }

    private static void check(Schema schema, JsonValue value) {
        assertThat(schema.validate(value.toString(), InputFormat.JSON))
                .as(value.toString())
                .isEmpty();
    }

    /// The envelope, and the payload where the type is one of theirs.
    void event(JsonObject event) {
        fits("run-event.schema.json", event);
        types.object(event.string("type").orElseThrow())
                .flatMap(type -> type.string("$ref"))
                .filter(ref -> !ref.endsWith(ABSENT))
                .ifPresent(ref -> check(
                        schemas.getSchema(SchemaLocation.of(BASE + PAYLOADS + ref)),
                        event.object("payload").orElseThrow()));
    }

    /// A whole log: every event by its schema, numbered without a gap.
    void log(List<JsonObject> events) {
        for (int i = 0; i < events.size(); i++) {
            event(events.get(i));
            assertThat(events.get(i).get("sequence")).hasToString(String.valueOf(i));
        }
    }
}
