package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Discovery as version 2 has it: facts about the host, and the families that the specification knows, nothing else at
/// the
/// root. A family is a record that says since when it stands and how it can be witnessed; that it is listed says that
/// it is
/// supported.
record ClosedDiscovery(RestHost host, Dialect dialect) {

    private static final String SUPPORTED = "supported";
    private static final String CONFORMANCE = "conformance";

    /// Facts that are claimed beside the families.
    private static final List<String> FACTS = List.of("observability", "testing");

    private static final String SEAMS = "openwop-conformance-seams-v2";

    JsonObject document(Discovery open) {
        JsonObject claimed = open.claimed();
        Map<String, JsonValue> document = new LinkedHashMap<>();
        document.put("protocolVersions", JsonArray.ofStrings(Dialect.versions()));
        document.put("preferredVersion", new JsonString(Dialect.FIRST.version()));
        document.put("implementation", open.implementation());
        dialect.members().members().forEach(document::put);
        document.put("fixtures", JsonArray.ofStrings(open.fixtures()));
        host.seams().ifPresent(_ -> document.put(CONFORMANCE, JsonObject.of("seamsProfile", SEAMS)));
        claimed.members().forEach((family, said) -> {
            String witness = dialect.families().get(family);
            if (witness != null) {
                document.put(family, record(witness, said.asObject().orElseGet(() -> JsonObject.of("kinds", said))));
            } else if (FACTS.contains(family)) {
                document.put(family, said);
            }
        });
        return new JsonObject(document);
    }

    private static JsonObject record(String witness, JsonObject said) {
        Map<String, JsonValue> record = new LinkedHashMap<>();
        record.put("status", new JsonString("stable"));
        record.put("since", new JsonString(Dialect.FIRST.version()));
        record.put("witness", new JsonString(witness));
        record.putAll(facets(said).members());
        return new JsonObject(record);
    }

    private static JsonObject facets(JsonObject said) {
        Map<String, JsonValue> facets = new LinkedHashMap<>();
        said.members().forEach((name, value) -> {
            if (!name.equals(SUPPORTED)) {
                facets.put(
                        name,
                        value.asObject().<JsonValue>map(ClosedDiscovery::facets).orElse(value));
            }
        });
        return new JsonObject(facets);
    }
}
