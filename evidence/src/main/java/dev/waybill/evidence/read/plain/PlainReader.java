package dev.waybill.evidence.read.plain;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import dev.waybill.evidence.read.ccio.CcoiRecord;
import dev.waybill.evidence.read.ccio.DecisionRecord;
import dev.waybill.evidence.read.policy.PolicyRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Records that speak for themselves, one a line or one a file: policies, decisions, CCOI envelopes, and whatever else
/// carries `_ewp_*`. Several kinds may meet in one file. It comes last, after all who know a layout.
public final class PlainReader implements EvidenceReader {

    private static final RecordFormat POLICY = new PolicyRecord();
    private static final RecordFormat CCOI = new CcoiRecord();
    private static final RecordFormat DECISION = new DecisionRecord();
    private static final RecordFormat PLAIN = new PlainRecord();

    @Override
    public List<RecordFormat> formats() {
        return List.of(POLICY, CCOI, DECISION, PLAIN);
    }

    /// What a record is by what it says.
    public static RecordFormat formatOf(JsonObject json) {
        if (PolicyRecord.typeOf(json).isPresent()) {
            return POLICY;
        }
        if (Ccoi.isEnvelope(json)) {
            return CCOI;
        }
        return DecisionRecord.isDecision(json) ? DECISION : PLAIN;
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && beginsAnObject(file) && (isLines(file) || isRecord(file));
    }

    private static boolean beginsAnObject(SourceFile file) {
        return new String(file.head(), StandardCharsets.ISO_8859_1)
                .stripLeading()
                .startsWith("{");
    }

    private static boolean isLines(SourceFile file) {
        return file.name().endsWith(".jsonl") || file.name().endsWith(".ndjson");
    }

    private static boolean isRecord(SourceFile file) {
        String start = new String(file.head(), StandardCharsets.ISO_8859_1);
        return file.name().endsWith(".json")
                && (start.contains("\"_ewp_")
                        || start.contains("\"POLICY_")
                        || file.mentions("ccoi_version")
                        || file.mentions("receipt_id"));
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        if (isLines(file)) {
            JsonLineRecords.read(file, line -> formatOf(line.json()), sink);
            return;
        }
        Optional<JsonFile> found = JsonFile.read(file.path(), file.place(0), sink);
        try {
            found.ifPresent(json -> Understood.of(formatOf(json.json()), json.json(), json.raw(), 0, file.place(0))
                    .giveTo(sink));
        } catch (UnreadableRecord e) {
            sink.finding(new Finding(FindingCode.UNREADABLE_FILE, file.place(0), String.valueOf(e.getMessage())));
        }
    }
}
