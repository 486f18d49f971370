package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Discovery as version 2 has it: facts about the host, and families, nothing else at the root. A family is a record
/// that says since when it stands and which test witnesses it; that it is listed says that it is supported.
record ClosedDiscovery(RestHost host, Dialect dialect) {

    private static final String SUPPORTED = "supported";
    private static final String CONFORMANCE = "conformance";
    private static final String LIMITS = "limits";

    /// What is no family.
    private static final List<String> FACTS = List.of("supportedEnvelopes", LIMITS, CONFORMANCE);

    private static final String SEAMS = "openwop-conformance-seams-v2";

    JsonObject document(Discovery open) {
        JsonObject claimed = open.claimed();
        Map<String, JsonValue> document = new LinkedHashMap<>();
        document.put("protocolVersions", JsonArray.ofStrings(Dialect.versions()));
        document.put("preferredVersion", new JsonString(Dialect.FIRST.version()));
        document.put("implementation", open.implementation());
        dialect.members().members().forEach(document::put);
        document.put(LIMITS, claimed.object(LIMITS).orElse(JsonObject.EMPTY));
        document.put("fixtures", JsonArray.ofStrings(open.fixtures()));
        host.seams().ifPresent(_ -> document.put(CONFORMANCE, JsonObject.of("seamsProfile", SEAMS)));
        claimed.members().forEach((family, said) -> {
            if (!FACTS.contains(family)) {
                document.put(family, record(family, said.asObject().orElse(JsonObject.EMPTY)));
            }
        });
        return new JsonObject(document);
    }

    private JsonObject record(String family, JsonObject said) {
        Map<String, JsonValue> record = new LinkedHashMap<>();
        record.put("status", new JsonString("stable"));
        record.put("since", new JsonString(Dialect.FIRST.version()));
        record.put("witness", new JsonString(witness(family)));
        record.putAll(facets(said).members());
        return new JsonObject(record);
    }

    /// The test that shows the first thing that is said of a family.
    private String witness(String family) {
        return Claims.of(host).stream()
                .filter(claim -> claim.flag().startsWith(family + "."))
                .map(Claim::proof)
                .findFirst()
                .orElse("what a test asked for");
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
