package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A canary bundle: a folder of findings about one episode, and a manifest with the hash of each file. Nobody signed
/// the manifest.
public final class CanaryReader implements EvidenceReader {

    private static final RecordFormat FORMAT =
            new RecordFormat("agentmesh/canary", List.of("content"), CanaryReader::content);
    private static final List<String> TIMES =
            List.of("merged_at", "collected_at", "created_at", "started_at", "timestamp");
    private static final List<String> OUTCOMES =
            List.of("bridge_status", "trust_decision", "status", "integrity", "verdict", "decision", "result");
    private static final String MANIFEST = "bundle_manifest.json";

    /// Nothing that leads out of the folder.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

    @Override
    public List<RecordFormat> formats() {
        return List.of(FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return file.isDirectory() && Files.isRegularFile(file.path().resolve(MANIFEST), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void read(SourceFile folder, RecordSink sink) throws IOException {
        Optional<JsonFile> manifest = JsonFile.read(folder.path().resolve(MANIFEST), folder.place(MANIFEST, 0), sink);
        if (manifest.isEmpty()) {
            return;
        }
        JsonObject listed = Members.object(manifest.get().json(), "files");
        String episode = Members.text(manifest.get().json(), "episode_id").orElse("");
        boolean counted = counted(folder, manifest.get().json(), listed, sink);
        Integrity own = counted ? Integrity.UNSIGNED : Integrity.broken("its count of files differs");
        give(folder, MANIFEST, episode, manifest.get().json(), own, sink);
        for (String name : listed.names()) {
            file(folder, name, episode, listed.string(name).orElse(""), sink);
        }
        strangers(folder, listed, sink);
    }

    private static boolean counted(SourceFile folder, JsonObject manifest, JsonObject listed, RecordSink sink) {
        if (manifest.get("file_count") instanceof JsonNumber count
                && count.asInteger().orElse(-1) != listed.size()) {
            tell(
                    FindingCode.TAMPERED,
                    folder.place(MANIFEST, 0),
                    "expected " + count + " files in the manifest, found " + listed.size(),
                    sink);
            return false;
        }
        return true;
    }

    private static void file(SourceFile folder, String name, String episode, String stated, RecordSink sink)
            throws IOException {
        Place place = folder.place(name, 0);
        Path path = NAME.matcher(name).matches() ? folder.path().resolve(name) : folder.path();
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            tell(FindingCode.TAMPERED, place, "the manifest names a file that is not here", sink);
            return;
        }
        byte[] bytes = JsonFile.bytes(path);
        boolean holds = Digest.of(bytes).hex().equals(stated);
        if (!holds) {
            tell(FindingCode.HASH_MISMATCH, place, "expected a file whose hash is " + stated + ", found another", sink);
        }
        Integrity integrity = holds ? Integrity.hashed("hash in the manifest ok") : Integrity.broken("hash differs");
        JsonFile.of(bytes, place, sink).ifPresent(found -> give(folder, name, episode, found.json(), integrity, sink));
    }

    private static void give(
            SourceFile folder, String name, String episode, JsonObject content, Integrity integrity, RecordSink sink) {
        JsonObject record = JsonObject.of("episode_id", episode)
                .with("artifact", name.endsWith(".json") ? name.substring(0, name.length() - 5) : name)
                .with("content", content);
        Understood.give(FORMAT, record, PythonJson.compact(record), -1, folder.place(name, 0), integrity, sink);
    }

    /// What the manifest does not name may have been added by anybody.
    private static void strangers(SourceFile folder, JsonObject listed, RecordSink sink) throws IOException {
        try (var files = Files.list(folder.path())) {
            files.map(path -> String.valueOf(path.getFileName()))
                    .filter(name -> !name.equals(MANIFEST) && !listed.has(name))
                    .sorted()
                    .forEach(name -> tell(
                            FindingCode.UNKNOWN_FILE, folder.place(name, 0), "the manifest does not name it", sink));
        }
    }

    private static void tell(FindingCode code, Place place, String message, RecordSink sink) {
        sink.finding(new Finding(code, place, message));
    }

    private static RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        String episode = Members.required(record, "episode_id");
        String artifact = Members.required(record, "artifact");
        JsonObject content = Members.object(record, "content");
        String type = "CANARY_" + artifact.toUpperCase(Locale.ROOT);
        ContentDraft draft = new ContentDraft(new QualifiedId(Repo.AGENTMESH, episode + "/" + artifact), type, envelope)
                .at(Members.first(content, TIMES))
                .about(Field.EPISODE, Members.text(content, "episode_id"))
                .about(Field.EPISODE, Members.text(record, "episode_id"))
                .about(Field.TASK, Members.text(content, "task_id"))
                .about(Field.CORRELATION, Members.text(content, "correlation_id"))
                .fact(Fact.TITLE, Members.text(content, "title"))
                .fact(Fact.COMMIT, Members.first(content, List.of("merged_sha", "commit_sha")))
                .fact(Fact.SIGNER, Members.text(content, "signer_id"))
                .fact(Fact.OUTCOME, Members.first(content, OUTCOMES));
        content.object("ccoi_envelope").ifPresent(ccoi -> Ccoi.about(ccoi, draft));
        return draft.done();
    }
}
