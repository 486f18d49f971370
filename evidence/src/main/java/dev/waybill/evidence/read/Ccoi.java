package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Field;
import java.util.Optional;

/// The envelope that succeeded `_ewp_*` in AgentMesh, read only: its correlation id, and the episode and task of its
/// payload, count as native fields of the record that carries it.
public final class Ccoi {

    private static final String TASK_PREFIX = "task_";

    private Ccoi() {}

    public static boolean isEnvelope(JsonObject json) {
        return json.has("ccoi_version");
    }

    public static ContentDraft about(JsonObject envelope, ContentDraft draft) {
        JsonObject payload = Members.object(envelope, "payload");
        Optional<String> correlation = Members.text(envelope, "correlation_id");
        return draft.about(Field.CORRELATION, correlation)
                .about(Field.EPISODE, Members.text(payload, "episode_id"))
                .about(Field.TASK, Members.text(payload, "task_id"))
                .about(Field.TASK, correlation.filter(id -> id.startsWith(TASK_PREFIX)))
                .about(Field.AGENT, Members.text(payload, "agent_id"));
    }
}
