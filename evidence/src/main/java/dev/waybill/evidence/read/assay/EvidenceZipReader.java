package dev.waybill.evidence.read.assay;

import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.ArchiveRecords;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.receipt.bundle.ArchiveRefused;
import dev.waybill.receipt.bundle.EntryStream;
import java.io.IOException;
import java.util.List;

/// Reads the zip that `assay pack` writes: judges the trace by its Merkle root, then gives its receipts.
public final class EvidenceZipReader implements EvidenceReader {

    @Override
    public List<RecordFormat> formats() {
        return List.of(AssayReceipt.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return file.isZip() && EvidenceZip.is(file.path());
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        PackVerdict verdict = EvidenceZip.verify(file.path());
        verdict.finding(file.place(0)).ifPresent(sink::finding);
        boolean readable = verdict.errors().stream()
                .noneMatch(
                        error -> error.code() == PackCode.E_ARCHIVE_REFUSED || error.code() == PackCode.E_PATH_ESCAPE);
        if (readable) {
            lines(file, verdict.integrity(), sink);
        }
    }

    private static void lines(SourceFile file, Integrity integrity, RecordSink sink) throws IOException {
        try (EvidenceZip zip = EvidenceZip.open(file.path());
                EntryStream lines = zip.lines()) {
            new ArchiveRecords(file, EvidenceZip.TRACE, AssayReceipt.FORMAT, integrity).read(lines, sink);
        } catch (ArchiveRefused e) {
            sink.finding(JsonLineRecords.unreadable(file.place(EvidenceZip.TRACE, 0), e.getMessage()));
        }
    }
}
