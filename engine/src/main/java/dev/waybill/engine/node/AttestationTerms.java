package dev.waybill.engine.node;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.workflow.WorkflowNode;
import java.util.Locale;
import java.util.Optional;

/// What has to hold before something that a child brings back is taken over: the `outputAttestation` of a node's
/// configuration.
///
/// @param json as the author wrote it; empty where nothing is asked for
public record AttestationTerms(JsonObject json) {

    public static final String MEMBER = "outputAttestation";

    static final AttestationTerms NONE = new AttestationTerms(JsonObject.EMPTY);

    public static final String ALGORITHM = "sha256";

    public static final String SCHEMA = """
            {
              "type": "object",
              "description": "Tells the checksum of what a child brings back (checksum: true, or the one that it must have), and asks a person first (requireApproval).",
              "properties": {
                "checksum": {
                  "anyOf": [{"type": "boolean"}, {"type": "string", "pattern": "^(sha256:)?[0-9A-Fa-f]{64}$"}]
                },
                "algorithm": {"const": "sha256"},
                "requireApproval": {"type": "boolean", "default": false},
                "principalScope": {"type": "string", "minLength": 1, "maxLength": 256}
              },
              "additionalProperties": false
            }""";

    public static AttestationTerms of(WorkflowNode node) {
        return of(node.config());
    }

    /// Those of a node's configuration, or of a recorded plan.
    static AttestationTerms of(JsonObject json) {
        return new AttestationTerms(json.object(MEMBER).orElse(JsonObject.EMPTY));
    }

    public boolean isEmpty() {
        return json.isEmpty();
    }

    /// Whether the checksum is told.
    public boolean attests() {
        return json.get("checksum") == JsonBool.TRUE || stated().isPresent();
    }

    /// The checksum that it must have, without which nothing is taken over.
    private Optional<String> stated() {
        return json.get("checksum") instanceof JsonString(var text)
                ? Optional.of(text.toLowerCase(Locale.ROOT).replace(Digest.PREFIX, ""))
                : Optional.empty();
    }

    public boolean fits(JsonObject brought) {
        return stated().map(checksum(brought)::equals).orElse(true);
    }

    public boolean requiresApproval() {
        return json.get("requireApproval") == JsonBool.TRUE;
    }

    /// What whoever approves must be allowed to do.
    public Optional<String> principalScope() {
        return json.string("principalScope");
    }

    /// SHA-256 over the canonical form of what the child brought, before anything is mapped.
    public static String checksum(JsonObject brought) {
        return Digest.of(Jcs.canonicalBytes(brought)).hex();
    }

    public static JsonObject attestation(JsonObject brought) {
        return JsonObject.builder()
                .put("checksum", checksum(brought))
                .put("algorithm", ALGORITHM)
                .build();
    }
}
