package dev.waybill.evidence.write;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import java.util.ArrayList;
import java.util.List;

/// The export of episodes that Loom and CCIO hand to Quintet: the envelope stands in its metadata, and every receipt is
/// named together with the system that keeps it.
public final class EpisodeExport {

    private static final String METADATA = "metadata";
    private static final String EPISODES = "episodes";
    private static final String RECEIPTS = "receipt_ids";

    private EpisodeExport() {}

    /// @param metadata what is known of the export: `export_version`, `exported_at`, `source`
    /// @param envelope goes into the metadata, over what stands there
    public static JsonObject of(JsonObject metadata, List<JsonObject> episodes, EvidenceEnvelope envelope) {
        JsonObject whole = qualified(metadata).with("episode_count", JsonNumber.of(episodes.size()));
        for (var member : envelope.members().members().entrySet()) {
            whole = whole.with(member.getKey(), member.getValue());
        }
        List<JsonValue> items = new ArrayList<>();
        episodes.forEach(episode -> items.add(qualified(episode)));
        return JsonObject.builder()
                .put(METADATA, whole)
                .put(EPISODES, new JsonArray(items))
                .build();
    }

    /// An export that was read, as it is to be written: only ids without a system are changed.
    public static JsonObject again(JsonObject export) {
        JsonObject written = qualified(export);
        if (export.get(METADATA) instanceof JsonObject metadata) {
            written = written.with(METADATA, qualified(metadata));
        }
        if (export.get(EPISODES) instanceof JsonArray episodes) {
            List<JsonValue> items = new ArrayList<>();
            episodes.forEach(episode -> items.add(episode instanceof JsonObject object ? qualified(object) : episode));
            written = written.with(EPISODES, new JsonArray(items));
        }
        return written;
    }

    private static JsonObject qualified(JsonObject object) {
        if (!(object.get(RECEIPTS) instanceof JsonArray ids)) {
            return object;
        }
        List<JsonValue> qualified = new ArrayList<>();
        for (JsonValue id : ids) {
            qualified.add(
                    id instanceof JsonString(var text) && !text.isEmpty()
                            ? new JsonString(QualifiedId.parse(text, Repo.CCIO).toString())
                            : id);
        }
        return object.with(RECEIPTS, new JsonArray(qualified));
    }
}
