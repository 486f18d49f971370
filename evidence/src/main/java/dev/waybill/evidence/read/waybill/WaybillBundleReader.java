package dev.waybill.evidence.read.waybill;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.ArchiveRecords;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.bundle.ArchiveEntry;
import dev.waybill.receipt.bundle.ArchiveRefused;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleReader;
import dev.waybill.receipt.bundle.EntryStream;
import dev.waybill.receipt.bundle.ZipArchive;
import dev.waybill.receipt.code.Rejected;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads a bundle of Waybill: the whole is audited as `waybill verify` does, then every receipt becomes a record with
/// what its signature says, and every event that came along one that nobody signed.
public record WaybillBundleReader(InstantSource clock) implements EvidenceReader {

    private static final String MANIFEST = "manifest.json";
    private static final String RECEIPTS = "receipts.ndjson";
    private static final String EVENTS = "events.ndjson";
    private static final String FOREIGN_SIGNATURE = "bundle.sig";

    @Override
    public List<RecordFormat> formats() {
        return List.of(WaybillReceipt.FORMAT, WaybillEvent.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return file.isZip() && isBundle(file.path());
    }

    private static boolean isBundle(Path path) {
        try (ZipArchive archive = ZipArchive.open(path)) {
            return archive.find(MANIFEST).isPresent()
                    && archive.find(RECEIPTS).isPresent()
                    && archive.find(FOREIGN_SIGNATURE).isEmpty();
        } catch (IOException | ArchiveRefused _) {
            return false;
        }
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        try (BundleReader bundle = BundleReader.open(file.path())) {
            audit(file, bundle, sink);
            receipts(file, bundle, sink);
            events(file, sink);
        } catch (ArchiveRefused e) {
            sink.finding(new Finding(FindingCode.TAMPERED, file.place(0), e.fault() + ": " + e.getMessage()));
        }
    }

    private void audit(SourceFile file, BundleReader bundle, RecordSink sink) throws IOException {
        AuditOptions options = AuditOptions.at(now()).withKeysFromBundle(true);
        WorkflowAuditor auditor = new WorkflowAuditor(bundle.keys(), options);
        if (bundle.manifest().kind() != BundleKind.FULL) {
            auditor.disclosing(bundle.proofs());
        }
        AuditReport report = auditor.audit(bundle.receipts());
        for (dev.waybill.receipt.audit.Finding finding : report.findings()) {
            code(finding.severity())
                    .ifPresent(code ->
                            sink.finding(new Finding(code, file.place(0), finding.code() + ": " + finding.message())));
        }
    }

    private static Optional<FindingCode> code(Severity severity) {
        return switch (severity) {
            case ERROR -> Optional.of(FindingCode.TAMPERED);
            case GAP -> Optional.of(FindingCode.INCOMPLETE);
            case WARNING, INFO -> Optional.empty();
        };
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private void receipts(SourceFile file, BundleReader bundle, RecordSink sink) throws IOException {
        ReceiptVerifier verifier =
                new ReceiptVerifier(bundle.keys(), VerifierOptions.at(now()).asEvidence());
        ReceiptSource source = bundle.receipts();
        Set<String> keys = new LinkedHashSet<>();
        long number = 0;
        for (byte[] line = source.next(); line != null; line = source.next()) {
            number++;
            receipt(file, number, line, verifier, sink).ifPresent(keys::add);
        }
        keys.forEach(key -> sink.signed(key, file.place(RECEIPTS, 0)));
    }

    /// The place counts summaries and receipts in the order in which the bundle gives them.
    ///
    /// @return the fingerprint of the key that signed it, where its signature holds
    private static Optional<String> receipt(
            SourceFile file, long number, byte[] line, ReceiptVerifier verifier, RecordSink sink) {
        var place = file.place(RECEIPTS, number);
        Optional<String> key = Optional.empty();
        Presented presented = Presented.of(line);
        try {
            Receipt receipt;
            Integrity integrity;
            switch (verifier.verify(presented.jws())) {
                case ReceiptCheck.Valid valid -> {
                    receipt = valid.receipt();
                    integrity = Integrity.signedBy(valid.key().kid());
                    key = Optional.of(Digest.of(valid.key().point()).hex());
                }
                case ReceiptCheck.Invalid invalid -> {
                    receipt = Receipt.decode(presented.jws());
                    integrity = Integrity.broken(invalid.code() + ": " + invalid.message());
                }
            }
            byte[] raw = JsonWriter.compactBytes(WaybillReceipt.record(line, receipt));
            RecordContent content = WaybillReceipt.content(receipt, presented.disclosure());
            sink.record(new FoundRecord(WaybillReceipt.FORMAT, content, raw, -1, place, integrity));
        } catch (Rejected e) {
            sink.finding(JsonLineRecords.unreadable(place, String.valueOf(e.getMessage())));
        }
        return key;
    }

    private static void events(SourceFile file, RecordSink sink) throws IOException {
        try (ZipArchive archive = ZipArchive.open(file.path())) {
            Optional<ArchiveEntry> events = archive.find(EVENTS);
            if (events.isPresent()) {
                try (EntryStream lines = archive.open(events.get())) {
                    new ArchiveRecords(file, EVENTS, WaybillEvent.FORMAT, Integrity.UNSIGNED).read(lines, sink);
                }
            }
        }
    }
}
