package dev.waybill.base;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The identity envelope of the Evidence Wire Protocol: the `_ewp_*` members that any record may carry, so that
/// records of several systems can be brought together. Members that nobody here knows are kept.
///
/// Absent means unknown; a version is there whenever anything is.
public record EvidenceEnvelope(JsonObject members) {

    public static final String PREFIX = "_ewp_";
    public static final String VERSION = "_ewp_version";
    public static final String CORRELATION_ID = "_ewp_correlation_id";
    public static final String TASK_ID = "_ewp_task_id";
    public static final String EPISODE_ID = "_ewp_episode_id";
    public static final String AGENT_ID = "_ewp_agent_id";
    public static final String POLICY_VERSION = "_ewp_policy_version";
    public static final String CONTEXT_HASH = "_ewp_context_hash";
    public static final String PARENT_IDS = "_ewp_parent_ids";
    public static final String ORIGIN = "_ewp_origin";

    /// The extension of a receipt that carries an envelope.
    public static final String RECEIPT_KEY = "dev.waybill/evidence-envelope";

    public static final EvidenceEnvelope NONE = new EvidenceEnvelope(JsonObject.EMPTY);

    private static final String CURRENT_VERSION = "0";

    public EvidenceEnvelope {
        for (String name : members.names()) {
            if (!name.startsWith(PREFIX)) {
                throw new IllegalArgumentException(
                        "a member of the envelope starts with _ewp_, found \"" + name + "\"");
            }
        }
    }

    /// The variable of a process's environment that stands for a member: `EWP_TASK_ID` for `_ewp_task_id`.
    public static String variable(String member) {
        return member.substring(1).toUpperCase(Locale.ROOT);
    }

    /// The envelope that a record carries among its other members.
    public static EvidenceEnvelope of(JsonObject record) {
        Map<String, JsonValue> found = new LinkedHashMap<>();
        record.members().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                found.put(name, value);
            }
        });
        return found.isEmpty() ? NONE : new EvidenceEnvelope(new JsonObject(found));
    }

    /// An envelope of our own: a version, a correlation id and where the record was made.
    public static EvidenceEnvelope issued(String correlationId, String origin) {
        return new EvidenceEnvelope(JsonObject.builder()
                .put(VERSION, CURRENT_VERSION)
                .put(CORRELATION_ID, correlationId)
                .put(ORIGIN, origin)
                .build());
    }

    /// The envelope of a receipt, by its extensions.
    public static EvidenceEnvelope ofReceipt(JsonObject extensions) {
        return of(extensions.object(RECEIPT_KEY).orElse(JsonObject.EMPTY));
    }

    /// The members as a span can have them: what is neither a text nor a list of texts is told as JSON.
    public JsonObject attributes() {
        JsonObject.Builder attributes = JsonObject.builder();
        members.members().forEach((name, value) -> attributes.put(name, attribute(value)));
        return attributes.build();
    }

    private static JsonValue attribute(JsonValue value) {
        return switch (value) {
            case JsonString text -> text;
            case JsonArray texts when texts.items().stream().allMatch(JsonString.class::isInstance) -> texts;
            default -> new JsonString(value.toString());
        };
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    public Optional<String> text(String name) {
        return members.string(name);
    }

    public EvidenceEnvelope with(String name, String value) {
        return new EvidenceEnvelope(members.with(name, value));
    }

    public EvidenceEnvelope withParents(List<String> qualifiedIds) {
        return new EvidenceEnvelope(members.with(PARENT_IDS, JsonArray.ofStrings(qualifiedIds)));
    }
}
