package dev.waybill.evidence.write;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Repo;
import dev.waybill.journal.event.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The export of episodes that Loom and CCIO hand to Quintet: the envelope stands in its metadata, and every receipt is
/// named together with the system that keeps it.
public final class EpisodeExport {

    static final String METADATA = "metadata";
    private static final String EPISODES = "episodes";
    static final String RECEIPTS = "receipt_ids";

    private EpisodeExport() {}

    /// @param metadata what is known of the export: `export_version`, `exported_at`, `source`
    /// @param envelope goes into the metadata, over what stands there
    public static JsonObject of(JsonObject metadata, List<JsonObject> episodes, EvidenceEnvelope envelope) {
        JsonObject whole = qualified(metadata).with("episode_count", episodes.size());
        for (var member : envelope.members().members().entrySet()) {
            whole = whole.with(member.getKey(), member.getValue());
        }
        List<JsonValue> items = new ArrayList<>();
        episodes.forEach(episode -> items.add(qualified(episode)));
        return JsonObject.of(METADATA, whole).with(EPISODES, new JsonArray(items));
    }

    /// What an export holds.
    ///
    /// @param json the export itself
    /// @param receipts how many receipts its episodes name
    /// @param leftOut how many records belong to no episode
    public record Made(JsonObject json, int episodes, int receipts, int leftOut) {}

    /// The episodes that records tell of.
    ///
    /// @throws ExportRefused when no record belongs to an episode, or two episodes of one id differ
    public static Made of(List<EvidenceRecord> records, Instant exportedAt) {
        EpisodeGathering gathering = EpisodeGathering.of(records);
        List<JsonObject> episodes = gathering.episodes();
        if (episodes.isEmpty()) {
            throw new ExportRefused(
                    ExportRefused.Reason.NOTHING_TO_EXPORT,
                    "expected records of an episode, found none among " + records.size());
        }
        JsonObject metadata = JsonObject.of("export_version", "1.0")
                .with("exported_at", Times.format(exportedAt))
                .with("source", "waybill");
        int receipts = episodes.stream()
                .mapToInt(episode ->
                        episode.array(RECEIPTS).orElse(JsonArray.EMPTY).size())
                .sum();
        return new Made(of(metadata, episodes, gathering.envelope()), episodes.size(), receipts, gathering.leftOut());
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
