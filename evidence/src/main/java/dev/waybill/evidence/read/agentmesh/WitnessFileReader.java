package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A witness that lies in a file of its own, `witnesses/<hex>.json`: the name is its hash. The signature is in the
/// commit, not here.
public final class WitnessFileReader implements EvidenceReader {

    private static final RecordFormat WITNESS = new WitnessRecord();
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

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Optional<JsonFile> found = JsonFile.read(file.path(), file.place(0), sink);
        if (found.isEmpty()) {
            return;
        }
        String named = "sha256:" + file.name().substring(0, file.name().indexOf('.'));
        boolean holds = Sha256Hash.of(found.get().json()).equals(named);
        try {
            Understood.of(WITNESS, found.get().json(), found.get().raw(), 0, file.place(0))
                    .with(
                            holds
                                    ? Integrity.hashed(
                                            "hash ok" + signer(file, found.get().json(), sink))
                                    : Integrity.broken("hash differs"))
                    .giveTo(sink);
        } catch (UnreadableRecord e) {
            sink.finding(new Finding(FindingCode.UNREADABLE_FILE, file.place(0), String.valueOf(e.getMessage())));
        }
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
