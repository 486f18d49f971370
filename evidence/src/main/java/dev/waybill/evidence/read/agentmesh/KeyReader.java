package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.Base64Url;
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
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A public key, `keys/mesh_….pub`: its name follows from its bytes.
public final class KeyReader implements EvidenceReader {

    private static final RecordFormat KEY = new RecordFormat("agentmesh/key", KeyReader::content);
    private static final Pattern NAME = Pattern.compile("mesh_[0-9a-f]{16}\\.pub");

    @Override
    public List<RecordFormat> formats() {
        return List.of(KEY);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && NAME.matcher(file.name()).matches();
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Optional<byte[]> found = KnownKeys.point(file.head());
        if (found.isEmpty()) {
            sink.finding(
                    new Finding(FindingCode.UNREADABLE_FILE, file.place(0), "expected a public Ed25519 key in PEM"));
            return;
        }
        byte[] point = found.get();
        String named = file.name().substring(0, file.name().indexOf('.'));
        String actual = Witness.keyId(point);
        JsonObject key = JsonObject.of("key_id", actual).with("public_key", Base64Url.encode(point));
        boolean holds = named.equals(actual);
        Understood.made(KEY, key, PythonJson.compact(key), file.place(0))
                .with(holds ? Integrity.hashed("its name is its hash") : Integrity.broken("another key's name"))
                .giveTo(sink);
        if (!holds) {
            sink.finding(new Finding(
                    FindingCode.HASH_MISMATCH, file.place(0), "expected the key " + named + ", found " + actual));
        }
    }

    private static RecordContent content(JsonObject key, EvidenceEnvelope envelope) {
        String id = Members.required(key, "key_id");
        return new ContentDraft(new QualifiedId(Repo.AGENTMESH, id), "PUBLIC_KEY", envelope)
                .fact(Fact.SIGNER, Optional.of(id))
                .done();
    }
}
