package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.ArchiveRecords;
import dev.waybill.evidence.read.ChainedRecords;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A meshpack: one episode with its part of the weave, under a checksum whose key is the episode's id. That key stands
/// in the pack, so the checksum finds accidents and stops nobody.
public final class MeshpackReader implements EvidenceReader {

    private static final RecordFormat PACK = new RecordFormat("agentmesh/meshpack", MeshpackReader::content);
    private static final String MANIFEST = "manifest.json";
    private static final String CAPSULES = "capsules.jsonl";
    private static final String WEAVE = "weave_slice.jsonl";
    private static final List<String> SIGNED = List.of(CAPSULES, "claims_snapshot.jsonl", "messages.jsonl", WEAVE);
    private static final List<String> COUNTS = List.of("capsules", "claims", "messages", "weave_events");

    @Override
    public List<RecordFormat> formats() {
        return List.of(PACK, RowRecord.CAPSULE.format(), WeaveRecord.FORMAT);
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
        byte[] raw = PythonJson.compact(manifest.get());
        Understood.give(PACK, manifest.get(), raw, -1, file.place(MANIFEST, 0), pack, sink);
        entries.keySet().stream()
                .filter(name -> !name.equals(MANIFEST) && !SIGNED.contains(name))
                .forEach(name -> sink.finding(new Finding(
                        FindingCode.UNKNOWN_FILE, file.place(name, 0), "no file of a meshpack has this name")));
        new ArchiveRecords(file, CAPSULES, RowRecord.CAPSULE.format(), pack).read(entry(entries, CAPSULES), sink);
        new ChainedRecords(
                        WeaveRecord.FORMAT, WeaveRecord::link, HashChain.slice(), own -> pack.isBroken() ? pack : own)
                .read(entry(entries, WEAVE), number -> file.place(WEAVE, number), sink);
    }

    private static InputStream entry(Map<String, byte[]> entries, String name) {
        return new ByteArrayInputStream(entries.getOrDefault(name, new byte[0]));
    }

    private static RecordContent content(JsonObject manifest, EvidenceEnvelope envelope) {
        String episode = Members.required(manifest, "episode_id");
        return new ContentDraft(new QualifiedId(Repo.AGENTMESH, episode + "/meshpack"), "MESHPACK", envelope)
                .at(Members.text(manifest, "exported_at"))
                .about(manifest)
                .links(manifest, "episode_id")
                .fact(Fact.TITLE, Members.text(manifest, "title"))
                .done();
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
}
