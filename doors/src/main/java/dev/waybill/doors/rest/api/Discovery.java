package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The document at `/.well-known/openwop`. Families stand at its root, and once more under `capabilities` for those who
/// look only there.
record Discovery(RestHost host) {

    private static final List<String> FIXTURES = List.of("conformance-", "openwop-smoke-");

    static final String SCHEMA_ROUNDS = "schemaRounds";
    static final String ENVELOPES = "envelopesPerTurn";

    /// What is no family.
    private static final List<String> FACTS = List.of("supportedEnvelopes", "limits");

    JsonObject document(Dialect dialect) {
        return dialect.isFirst() ? document() : new ClosedDiscovery(host, dialect).document(this);
    }

    /// What is claimed, and what a test suite says of it.
    JsonObject claimed() {
        JsonObject claimed = JsonObject.EMPTY;
        for (Claim claim : Claims.of(host)) {
            claimed = claim.into(claimed);
        }
        return host.seams().map(TestSeams::overlay).orElse(JsonObject.EMPTY).members().entrySet().stream()
                .map(entry -> new Claim(entry.getKey(), entry.getValue(), "what a test asked for"))
                .reduce(claimed, (document, claim) -> claim.into(document), (_, last) -> last);
    }

    private JsonObject document() {
        JsonObject claimed = claimed();
        Map<String, JsonValue> document = new LinkedHashMap<>(about().members());
        document.putAll(claimed.members());
        document.put("limits", limits(claimed.object("limits").orElse(JsonObject.EMPTY)));
        document.put("fixtures", JsonArray.ofStrings(fixtures()));
        Map<String, JsonValue> families = new LinkedHashMap<>(claimed.members());
        FACTS.forEach(families::remove);
        document.put("capabilities", new JsonObject(families));
        return new JsonObject(document);
    }

    private JsonObject about() {
        return JsonObject.of("protocolVersion", Dialect.FIRST.version())
                .with("protocolVersions", JsonArray.ofStrings(Dialect.versions()))
                .with("preferredVersion", Dialect.FIRST.version())
                .with("implementation", implementation())
                .with("schemaVersions", JsonObject.EMPTY)
                .with("supportedTransports", JsonArray.ofStrings(List.of("rest", "mcp", "a2a")));
    }

    JsonObject implementation() {
        return JsonObject.of("name", "waybill").with("version", host.version());
    }

    /// The schema asks for bounds on what models answer also where nothing asks a model.
    private static JsonObject limits(JsonObject claimed) {
        return claimed.has(SCHEMA_ROUNDS)
                ? claimed
                : claimed.with(SCHEMA_ROUNDS, JsonNumber.of(0)).with(ENVELOPES, JsonNumber.of(0));
    }

    /// The workflows of OpenWOP's own suite that can be started here.
    List<String> fixtures() {
        List<String> all = new ArrayList<>();
        for (String id : Known.ids(host.workflows())) {
            if (FIXTURES.stream().anyMatch(id::startsWith)
                    && Known.find(host.workflows(), id)
                            .filter(it -> host.runs().missing(it).isEmpty()
                                    && host.runs().problems(it).isEmpty())
                            .filter(it -> AgentDesk.needed(it)
                                    .map(agent ->
                                            host.agents().behind(agent, it).isPresent())
                                    .orElse(true))
                            .isPresent()) {
                all.add(id);
            }
        }
        return all;
    }
}
