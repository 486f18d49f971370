package dev.waybill.evidence.read.agentmesh;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A capsule, `bundles/cap_….json`: what an agent handed over, with nothing to check it by.
public final class CapsuleReader implements EvidenceReader {

    private static final RecordFormat BUNDLE = new CapsuleRecord();

    @Override
    public List<RecordFormat> formats() {
        return List.of(BUNDLE);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && file.name().startsWith("cap_")
                && file.name().endsWith(".json")
                && file.mentions("capsule_id");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Optional<JsonFile> found = JsonFile.read(file.path(), file.place(0), sink);
        try {
            found.ifPresent(json -> Understood.of(BUNDLE, json.json(), json.raw(), 0, file.place(0))
                    .giveTo(sink));
        } catch (UnreadableRecord e) {
            sink.finding(new Finding(FindingCode.UNREADABLE_FILE, file.place(0), String.valueOf(e.getMessage())));
        }
    }
}
