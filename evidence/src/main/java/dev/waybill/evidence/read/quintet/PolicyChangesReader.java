package dev.waybill.evidence.read.quintet;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.ChainedRecords;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.util.List;

/// The log of policy changes. A receipt's hash covers neither its number nor the link to the one before: whoever
/// rewrites those leaves every hash sound. Its times name no zone.
public final class PolicyChangesReader implements EvidenceReader {

    private static final RecordFormat FORMAT = new RecordFormat("quintet/policy-change", PolicyChangesReader::content);
    static final String TYPE = "POLICY_CHANGE";
    private static final List<String> NOT_HASHED = List.of("receipt_hash", "parent_hash", "sequence_number");

    @Override
    public List<RecordFormat> formats() {
        return List.of(FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory()
                && file.name().endsWith(".jsonl")
                && file.mentions("receipt_id", "experiment", "intervention");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        NoZone noZone = new NoZone(sink);
        new ChainedRecords(FORMAT, PolicyChangesReader::link, HashChain.whole(""), PolicyChangesReader::said)
                .read(file, noZone);
        if (noZone.count > 0) {
            sink.finding(new Finding(
                    FindingCode.TIME_WITHOUT_ZONE,
                    file.place(0),
                    noZone.count + " records name a time without a zone"));
        }
    }

    private static Integrity said(Integrity good) {
        return Integrity.hashed("hash ok, links not covered by it");
    }

    private static Link link(JsonObject receipt) {
        String stated = receipt.string("receipt_hash").orElse("");
        String actual = Digest.of(PythonJson.spaced(receipt, NOT_HASHED)).hex();
        return new Link(
                actual.equals(stated),
                stated,
                receipt.string("parent_hash").orElse(""),
                Members.number(receipt, "sequence_number"));
    }

    /// Counts records whose time is without a zone.
    private static final class NoZone implements RecordSink {
        private final RecordSink sink;
        private long count;

        NoZone(RecordSink sink) {
            this.sink = sink;
        }

        @Override
        public void record(FoundRecord found) {
            prepared(found).take(found.integrity());
        }

        @Override
        public PreparedRecord prepared(FoundRecord found) {
            RecordTime time = found.content().time();
            boolean unzoned = time != null && !time.zoned();
            PreparedRecord rest = sink.prepared(found);
            return integrity -> {
                count += unzoned ? 1 : 0;
                rest.take(integrity);
            };
        }

        @Override
        public void finding(Finding finding) {
            sink.finding(finding);
        }
    }

    private static RecordContent content(JsonObject receipt, EvidenceEnvelope envelope) {
        String id = Members.required(receipt, "receipt_id");
        JsonObject experiment = Members.object(receipt, "experiment");
        JsonObject intervention = Members.object(experiment, "intervention");
        return new ContentDraft(QualifiedId.parse(id, Repo.QUINTET), TYPE, envelope)
                .at(Members.text(receipt, "timestamp"))
                .about(Field.AGENT, Members.text(intervention, "triggered_by"))
                .alias(Members.text(receipt, "receipt_hash"))
                .parent(Members.text(receipt, "parent_hash"))
                .fact(Fact.LEVER, Members.text(intervention, "parameter_name"))
                .fact(Fact.OLD_VALUE, intervention.get("old_value"))
                .fact(Fact.NEW_VALUE, intervention.get("new_value"))
                .fact(
                        Fact.OUTCOME,
                        Members.text(Members.object(experiment, "causal_summary"), "promotion_recommendation"))
                .fact(Fact.TITLE, Members.text(experiment, "name"))
                .fact("promoted", receipt.get("promoted"))
                .done();
    }
}
