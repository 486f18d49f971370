package dev.waybill.evidence.write;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.read.ccio.EpisodeRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The episodes that records tell of. One that some system described goes out as it was found; one that is only named
/// goes out with the records that name it as its receipts, and nothing is made up about the rest.
final class EpisodeGathering {

    private final Map<String, JsonObject> described = new LinkedHashMap<>();
    private final Map<String, List<EvidenceRecord>> named = new LinkedHashMap<>();
    private final List<EvidenceRecord> used = new ArrayList<>();
    private int leftOut;

    /// @throws ExportRefused when two episodes of one id differ
    static EpisodeGathering of(List<EvidenceRecord> records) {
        EpisodeGathering gathering = new EpisodeGathering();
        records.forEach(gathering::add);
        return gathering;
    }

    private void add(EvidenceRecord record) {
        Optional<String> episode = record.content().identity().value(Field.EPISODE);
        if (episode.isEmpty()) {
            leftOut++;
            return;
        }
        used.add(record);
        EpisodeRecord.described(record)
                .ifPresentOrElse(
                        json -> describe(record, json),
                        () -> named.computeIfAbsent(episode.get(), _ -> new ArrayList<>())
                                .add(record));
    }

    private void describe(EvidenceRecord record, JsonObject episode) {
        JsonObject other = described.putIfAbsent(record.id().id(), episode);
        if (other != null && !other.equals(episode)) {
            throw new ExportRefused(
                    ExportRefused.Reason.RECORD_ID_REPEATED,
                    "expected one episode with the id " + record.id() + ", found two that differ");
        }
    }

    /// Those that were described, then the others, each kind in the order of the records.
    List<JsonObject> episodes() {
        List<JsonObject> episodes = new ArrayList<>(described.values());
        named.forEach((id, records) -> {
            if (!described.containsKey(id)) {
                episodes.add(made(id, records));
            }
        });
        return episodes;
    }

    /// The correlation of the export, when everything in it has the same.
    EvidenceEnvelope envelope() {
        return SharedEnvelope.value(used, Field.CORRELATION)
                .map(correlation -> EvidenceEnvelope.issued(correlation, SharedEnvelope.ORIGIN))
                .orElse(EvidenceEnvelope.NONE);
    }

    /// How many records belong to no episode.
    int leftOut() {
        return leftOut;
    }

    private static JsonObject made(String id, List<EvidenceRecord> records) {
        JsonObject.Builder episode = JsonObject.builder().put("episode_id", id);
        records.stream()
                .map(record -> record.content().time())
                .filter(Objects::nonNull)
                .filter(RecordTime::zoned)
                .min(Comparator.comparing(RecordTime::at))
                .ifPresent(time -> episode.put("event_time", time.text()));
        List<String> receipts = records.stream()
                .map(record -> record.id().toString())
                .distinct()
                .toList();
        return episode.put(EpisodeExport.RECEIPTS, JsonArray.ofStrings(receipts))
                .put(EpisodeExport.METADATA, SharedEnvelope.of(records).members())
                .build();
    }
}
