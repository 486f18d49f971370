package dev.waybill.evidence.read.plain;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.Ccoi;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonFile;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.ccio.CcoiRecord;
import dev.waybill.evidence.read.ccio.DecisionRecord;
import dev.waybill.evidence.read.policy.PolicyRecord;
import java.io.IOException;
import java.util.List;

/// Records that speak for themselves, one a line or one a file: policies, decisions, CcoiRecord.FORMAT envelopes, and
/// whatever else carries `_ewp_*`. Several kinds may meet in one file. It comes last, after all who know a layout.
public final class PlainReader implements EvidenceReader {

    @Override
    public List<RecordFormat> formats() {
        return List.of(PolicyRecord.FORMAT, CcoiRecord.FORMAT, DecisionRecord.FORMAT, PlainRecord.FORMAT);
    }

    /// What a record is by what it says.
    public static RecordFormat formatOf(JsonObject json) {
        if (PolicyRecord.typeOf(json).isPresent()) {
            return PolicyRecord.FORMAT;
        }
        if (Ccoi.isEnvelope(json)) {
            return CcoiRecord.FORMAT;
        }
        return DecisionRecord.isDecision(json) ? DecisionRecord.FORMAT : PlainRecord.FORMAT;
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && beginsAnObject(file) && (isLines(file) || isRecord(file));
    }

    private static boolean beginsAnObject(SourceFile file) {
        return file.headText().stripLeading().startsWith("{");
    }

    private static boolean isLines(SourceFile file) {
        return file.name().endsWith(".jsonl") || file.name().endsWith(".ndjson");
    }

    private static boolean isRecord(SourceFile file) {
        String start = file.headText();
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
        JsonFile.read(file.path(), file.place(0), sink)
                .ifPresent(found -> found.give(formatOf(found.json()), file.place(0), Integrity.UNSIGNED, sink));
    }
}
