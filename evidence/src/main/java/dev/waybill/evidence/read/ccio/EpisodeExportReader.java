package dev.waybill.evidence.read.ccio;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
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
import dev.waybill.evidence.read.JsonParts;
import dev.waybill.evidence.read.JsonRows;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An export of episodes, as CCIO writes it and Quintet's Loom reads it: `{"metadata": {…}, "episodes": [{…}]}`.
///
/// The envelope of the whole export goes for each episode that brings none. It is put into the episode's own metadata,
/// so that the record says by itself what it is about.
public final class EpisodeExportReader implements EvidenceReader {

    private static final String EPISODES = "episodes";

    @Override
    public List<RecordFormat> formats() {
        return List.of(EpisodeRecord.FORMAT);
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
        // The metadata may stand behind the episodes, and goes for each of them: it is read first.
        long[] count = {0};
        byte[] rest = parts(file, item -> count[0]++);
        Optional<JsonFile> found = JsonFile.of(rest, file.place(0), sink);
        if (found.isEmpty()) {
            return;
        }
        JsonObject metadata = Members.object(found.get().json(), EpisodeRecord.METADATA);
        give(file, EvidenceEnvelope.of(metadata), sink);
        if (metadata.get("episode_count") instanceof JsonNumber stated
                && stated.asInteger().orElse(-1) != count[0]) {
            sink.finding(new Finding(
                    FindingCode.SEQUENCE_GAP, file.place(0), "expected " + stated + " episodes, found " + count[0]));
        }
    }

    private static byte[] parts(SourceFile file, JsonParts.Items items) throws IOException {
        try (InputStream in = Files.newInputStream(file.path())) {
            return JsonParts.read(in, EPISODES, items);
        }
    }

    private static void give(SourceFile file, EvidenceEnvelope shared, RecordSink sink) throws IOException {
        Function<Long, Place> places = number -> file.place(EPISODES, number);
        try (JsonRows<PreparedRecord> rows = new JsonRows<>(
                row -> episode(row, shared, places).prepared(sink),
                read -> JsonLineRecords.give(read, Integrity.UNSIGNED, places, sink))) {
            long[] number = {0};
            parts(file, item -> {
                number[0]++;
                try {
                    JsonValue episode = JsonReader.readAnyNumbers(item, JsonLimits.DOCUMENT);
                    rows.add(number[0], episode.asObject().orElse(JsonObject.EMPTY), item.length);
                } catch (JsonException e) {
                    sink.finding(JsonLineRecords.unreadable(places.apply(number[0]), String.valueOf(e.getMessage())));
                }
            });
        }
    }

    private static Understood episode(JsonRows.Row row, EvidenceEnvelope shared, Function<Long, Place> places) {
        JsonObject episode =
                EpisodeRecord.FORMAT.envelope(row.json()).isEmpty() ? with(row.json(), shared) : row.json();
        return Understood.made(
                EpisodeRecord.FORMAT, episode, JsonWriter.compactBytes(episode), places.apply(row.number()));
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
