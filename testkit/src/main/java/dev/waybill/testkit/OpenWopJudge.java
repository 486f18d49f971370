package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// OpenWOP's own schemas, read by a validator of other people's making. It takes JSON as text, so that nothing of ours
/// stands between a host and its judge.
public final class OpenWopJudge {

    private static final String BASE = "https://openwop.dev/spec/v1/";
    private static final String PAYLOADS = "run-event-payloads.schema.json";

    /// Its schema is in a file that is not among the data.
    private static final String ABSENT = "/channelWritten";

    /// Decisions that the text of the protocol has and its schema has not.
    private static final List<String> TEXT_ONLY = List.of("clarify", "escalate");

    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(OpenWopJudge::text));
    private final JsonNode types =
            read(Interop.text("openwop/schemas/" + PAYLOADS)).at("/$defs/_typeIndex/properties");

    private static String text(String iri) {
        return Interop.text("openwop/schemas/" + iri.substring(iri.lastIndexOf('/') + 1));
    }

    private static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json);
    }

    public void fits(String schema, String json) {
        check(schemas.getSchema(SchemaLocation.of(BASE + schema)), json);
    }

    private static void check(Schema schema, String json) {
        assertThat(schema.validate(json, InputFormat.JSON)).as(json).isEmpty();
    }

    /// The envelope, and the payload where the type is one of theirs.
    public void event(String json) {
        fits("run-event.schema.json", json);
        JsonNode event = read(json);
        String ref = types.path(event.path("type").stringValue()).path("$ref").stringValue("");
        String decision = event.at("/payload/decision/kind").stringValue("");
        if (!ref.isEmpty() && !ref.endsWith(ABSENT) && !TEXT_ONLY.contains(decision)) {
            check(
                    schemas.getSchema(SchemaLocation.of(BASE + PAYLOADS + ref)),
                    event.path("payload").toString());
        }
    }

    /// A whole log: every event by its schema, numbered without a gap.
    public void log(List<String> events) {
        for (int i = 0; i < events.size(); i++) {
            event(events.get(i));
            assertThat(read(events.get(i)).path("sequence").intValue()).isEqualTo(i);
        }
    }
}
