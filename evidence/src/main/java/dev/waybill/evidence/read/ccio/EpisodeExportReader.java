package dev.waybill.evidence.read.ccio;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

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
        for (int i = 0; i < episodes.size(); i++) {
            episode(file, i + 1, episodes.get(i).asObject().orElse(JsonObject.EMPTY), shared, sink);
        }
        if (metadata.get("episode_count") instanceof JsonNumber count
                && count.asInteger().orElse(-1) != episodes.size()) {
            sink.finding(new Finding(
                    FindingCode.SEQUENCE_GAP,
                    file.place(0),
                    "expected " + count + " episodes, found " + episodes.size()));
        }
    }

    private static void episode(
            SourceFile file, long number, JsonObject found, EvidenceEnvelope shared, RecordSink sink) {
        JsonObject episode = EPISODE.envelope(found).isEmpty() ? with(found, shared) : found;
        try {
            Understood.made(EPISODE, episode, JsonWriter.compactBytes(episode), file.place(EPISODES, number))
                    .giveTo(sink);
        } catch (UnreadableRecord e) {
            sink.finding(JsonLineRecords.unreadable(file.place(EPISODES, number), String.valueOf(e.getMessage())));
        }
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
