package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A meshpack: one episode with its part of the weave, under a checksum whose key is the episode's id. That key stands
/// in the pack, so the checksum finds accidents and stops nobody.
public final class MeshpackReader implements EvidenceReader {

    private static final RecordFormat PACK = new MeshpackRecord();
    private static final String MANIFEST = "manifest.json";
    private static final String CAPSULES = "capsules.jsonl";
    private static final String WEAVE = "weave_slice.jsonl";
    private static final List<String> SIGNED = List.of(CAPSULES, "claims_snapshot.jsonl", "messages.jsonl", WEAVE);
    private static final List<String> COUNTS = List.of("capsules", "claims", "messages", "weave_events");

    @Override
    public List<RecordFormat> formats() {
        return List.of(PACK, RowRecord.CAPSULE, RowsReader.WEAVE);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && file.name().endsWith(".meshpack");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Map<String, byte[]> entries = TarGz.read(file.path());
        Optional<JsonObject> manifest = manifest(file, entries, sink);
        if (manifest.isEmpty()) {
            return;
        }
        Integrity pack = judge(file, manifest.get(), entries, sink);
        give(file, pack, manifest.get(), sink);
        entries.keySet().stream()
                .filter(name -> !name.equals(MANIFEST) && !SIGNED.contains(name))
                .forEach(name -> sink.finding(new Finding(
                        FindingCode.UNKNOWN_FILE, file.place(name, 0), "no file of a meshpack has this name")));
        lines(
                file,
                entries,
                CAPSULES,
                sink,
                (raw, json, place) -> Understood.made(RowRecord.CAPSULE, json, raw, place)
                        .with(pack)
                        .giveTo(sink));
        HashChain chain = HashChain.slice();
        lines(file, entries, WEAVE, sink, (raw, json, place) -> {
            Understood row = Understood.made(RowsReader.WEAVE, json, raw, place);
            Integrity own = chain.next(WeaveRecord.link(json), place, sink::finding);
            row.with(pack.isBroken() && !own.isBroken() ? pack : own).giveTo(sink);
        });
    }

    private static void give(SourceFile file, Integrity pack, JsonObject manifest, RecordSink sink) {
        try {
            Understood.made(PACK, manifest, PythonJson.compact(manifest), file.place(MANIFEST, 0))
                    .with(pack)
                    .giveTo(sink);
        } catch (UnreadableRecord e) {
            sink.finding(
                    new Finding(FindingCode.UNREADABLE_FILE, file.place(MANIFEST, 0), String.valueOf(e.getMessage())));
        }
    }

    private static Optional<JsonObject> manifest(SourceFile file, Map<String, byte[]> entries, RecordSink sink) {
        String why = "the pack has no manifest.json";
        try {
            byte[] bytes = entries.get(MANIFEST);
            if (bytes != null && JsonReader.readAnyNumbers(bytes, JsonLimits.DOCUMENT) instanceof JsonObject json) {
                return Optional.of(json);
            }
        } catch (JsonException e) {
            why = "manifest.json: " + e.getMessage();
        }
        sink.finding(new Finding(FindingCode.TAMPERED, file.place(MANIFEST, 0), why));
        return Optional.empty();
    }

    private static Integrity judge(SourceFile file, JsonObject manifest, Map<String, byte[]> entries, RecordSink sink) {
        List<String> troubles = new ArrayList<>();
        SIGNED.stream().filter(name -> !entries.containsKey(name)).forEach(name -> troubles.add(name + " is missing"));
        String key = manifest.string("episode_id").orElse("");
        String stated = manifest.string("signature").orElse("");
        if (!HmacSha256.hex(key, SIGNED.stream().map(name -> entries.getOrDefault(name, new byte[0])))
                .equals(stated)) {
            troubles.add("expected the checksum " + stated + ", found that of other content");
        }
        for (int i = 0; i < COUNTS.size(); i++) {
            long counted = Members.number(Members.object(manifest, "counts"), COUNTS.get(i));
            long found = lineCount(entries.getOrDefault(SIGNED.get(i), new byte[0]));
            if (counted != found) {
                troubles.add("expected %d lines in %s, found %d".formatted(counted, SIGNED.get(i), found));
            }
        }
        troubles.forEach(why -> sink.finding(new Finding(FindingCode.TAMPERED, file.place(0), why)));
        return troubles.isEmpty()
                ? Integrity.hashed("pack checksum ok, its key is public")
                : Integrity.broken("pack checksum differs");
    }

    private static long lineCount(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isBlank())
                .count();
    }

    private interface LineTaker {
        void take(byte[] raw, JsonObject json, Place place);
    }

    private static void lines(
            SourceFile file, Map<String, byte[]> entries, String entry, RecordSink sink, LineTaker taker) {
        byte[] content = entries.getOrDefault(entry, new byte[0]);
        long number = 0;
        for (int start = 0; start < content.length; ) {
            int end = start;
            while (end < content.length && content[end] != '\n') {
                end++;
            }
            number++;
            if (end > start) {
                line(Arrays.copyOfRange(content, start, end), file.place(entry, number), sink, taker);
            }
            start = end + 1;
        }
    }

    private static void line(byte[] raw, Place place, RecordSink sink, LineTaker taker) {
        try {
            if (JsonReader.readAnyNumbers(raw, JsonLimits.DOCUMENT) instanceof JsonObject json) {
                taker.take(raw, json, place);
            } else {
                sink.finding(JsonLineRecords.unreadable(place, "expected a JSON object"));
            }
        } catch (JsonException | UnreadableRecord e) {
            sink.finding(JsonLineRecords.unreadable(place, String.valueOf(e.getMessage())));
        }
    }
}
