package dev.waybill.evidence.read.ccio;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.JsonRows;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An export of episodes, as CCIO writes it and Quintet's Loom reads it: `{"metadata": {…}, "episodes": [{…}]}`.
///
/// The envelope of the whole export goes for each episode that brings none. It is put into the episode's own metadata,
/// so that the record says by itself what it is about.
public final class EpisodeExportReader implements EvidenceReader {

    private static final RecordFormat EPISODE = new EpisodeRecord();
    private static final String EPISODES = "episodes";

    @Override
    public List<RecordFormat> formats() {
        return List.of(EPISODE);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && file.name().endsWith(".json")
                && file.mentions(EPISODES)
                && (file.mentions("episode_id") || file.mentions(EpisodeRecord.METADATA));
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Optional<JsonFile> found = JsonFile.read(file.path(), file.place(0), sink);
        if (found.isEmpty()) {
            return;
        }
        JsonObject export = found.get().json();
        JsonObject metadata = Members.object(export, EpisodeRecord.METADATA);
        EvidenceEnvelope shared = EvidenceEnvelope.of(metadata);
        JsonArray episodes = export.array(EPISODES).orElse(JsonArray.EMPTY);
        give(file, episodes, shared, sink);
        if (metadata.get("episode_count") instanceof JsonNumber count
                && count.asInteger().orElse(-1) != episodes.size()) {
            sink.finding(new Finding(
                    FindingCode.SEQUENCE_GAP,
                    file.place(0),
                    "expected " + count + " episodes, found " + episodes.size()));
        }
    }

    private static void give(SourceFile file, JsonArray episodes, EvidenceEnvelope shared, RecordSink sink)
            throws IOException {
        Function<Long, Place> places = number -> file.place(EPISODES, number);
        try (JsonRows<PreparedRecord> rows = new JsonRows<>(
                row -> episode(row, shared, places).prepared(sink),
                read -> JsonLineRecords.give(read, Integrity.UNSIGNED, places, sink))) {
            for (JsonValue episode : episodes) {
                rows.add(episode.asObject().orElse(JsonObject.EMPTY), 0);
            }
        }
    }

    private static Understood episode(JsonRows.Row row, EvidenceEnvelope shared, Function<Long, Place> places) {
        JsonObject episode = EPISODE.envelope(row.json()).isEmpty() ? with(row.json(), shared) : row.json();
        return Understood.made(EPISODE, episode, JsonWriter.compactBytes(episode), places.apply(row.number()));
    }

    private static JsonObject with(JsonObject episode, EvidenceEnvelope shared) {
        if (shared.isEmpty()) {
            return episode;
        }
        JsonObject metadata = Members.object(episode, EpisodeRecord.METADATA);
        for (var member : shared.members().members().entrySet()) {
            metadata = metadata.with(member.getKey(), member.getValue());
        }
        return episode.with(EpisodeRecord.METADATA, metadata);
    }
}
