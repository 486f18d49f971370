package dev.waybill.evidence.read.assay;

import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.ArchiveRecords;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// Reads the folder of a proof pack: judges it first, then gives its receipts with what the verdict means for them.
public record ProofPackReader(InstantSource clock) implements EvidenceReader {

    @Override
    public List<RecordFormat> formats() {
        return List.of(AssayReceipt.FORMAT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return file.isDirectory() && ProofPackVerifier.isPack(file.path());
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        PackVerdict verdict = ProofPackVerifier.verify(file.path(), clock.instant());
        verdict.finding(file.place(0)).ifPresent(sink::finding);
        verdict.key().ifPresent(key -> sink.signed(key, file.place(0)));
        Path receipts = new PackFolder(file.path()).file(PackFolder.RECEIPTS);
        if (receipts != null) {
            read(file, receipts, verdict.integrity(), sink);
        }
    }

    private static void read(SourceFile pack, Path receipts, Integrity integrity, RecordSink sink) throws IOException {
        try (InputStream lines = Files.newInputStream(receipts)) {
            new ArchiveRecords(pack, PackFolder.RECEIPTS, AssayReceipt.FORMAT, integrity).read(lines, sink);
        }
    }
}
