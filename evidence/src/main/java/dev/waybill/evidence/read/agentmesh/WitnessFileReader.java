package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A witness that lies in a file of its own, `witnesses/<hex>.json`: what a signer said about a commit, called by its
/// hash, which is the file's name. The signature is in the commit, not here.
public final class WitnessFileReader implements EvidenceReader {

    private static final RecordFormat WITNESS = new RecordFormat("agentmesh/witness", WitnessFileReader::content);
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}\\.json");

    @Override
    public List<RecordFormat> formats() {
        return List.of(WITNESS);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && NAME.matcher(file.name()).matches()
                && file.label().contains("witnesses/");
    }

    private static RecordContent content(JsonObject witness, EvidenceEnvelope envelope) {
        return new ContentDraft(new QualifiedId(Repo.AGENTMESH, Sha256Hash.of(witness)), "WITNESS", envelope)
                .at(Members.text(witness, "timestamp"))
                .about(witness)
                .links(Members.object(witness, "signer"), "key_id")
                .fact(Fact.SIGNER, Members.text(Members.object(witness, "signer"), "key_id"))
                .fact("patch", Members.text(witness, "patch_hash_verbatim"))
                .done();
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Optional<JsonFile> found = JsonFile.read(file.path(), file.place(0), sink);
        if (found.isEmpty()) {
            return;
        }
        String named = "sha256:" + file.name().substring(0, file.name().indexOf('.'));
        boolean holds = Sha256Hash.of(found.get().json()).equals(named);
        Integrity integrity = holds
                ? Integrity.hashed("hash ok" + signer(file, found.get().json(), sink))
                : Integrity.broken("hash differs");
        found.get().give(WITNESS, file.place(0), integrity, sink);
        if (!holds) {
            sink.finding(new Finding(
                    FindingCode.HASH_MISMATCH, file.place(0), "expected the witness " + named + ", found another"));
        }
    }

    /// The witness names its signer, which only the signature in the commit proves.
    private static String signer(SourceFile file, JsonObject witness, RecordSink sink) {
        Path folder = file.path().getParent();
        KnownKeys keys = KnownKeys.in(folder == null ? null : folder.getParent(), sink);
        return Members.text(Members.object(witness, "signer"), "key_id")
                .map(key -> ", signer " + keys.told(key))
                .orElse("");
    }
}
