package dev.waybill.evidence.read.assay;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.JsonLines.Read;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// Reads the folder of a proof pack: judges it first, then gives its receipts with what the verdict means for them.
public final class ProofPackReader implements EvidenceReader {

    private final InstantSource clock;

    public ProofPackReader(InstantSource clock) {
        this.clock = clock;
    }

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
        verdict.first().ifPresent(error -> sink.finding(tampered(file, error)));
        Path receipts = new PackFolder(file.path()).file(PackFolder.RECEIPTS);
        if (receipts != null) {
            read(file, receipts, verdict.integrity(), sink);
        }
    }

    static Finding tampered(SourceFile file, PackError error) {
        return new Finding(FindingCode.TAMPERED, file.place(0), error.toString());
    }

    /// The lines lie in a file of their own inside the pack, so none can be found at an offset of the pack.
    private static void read(SourceFile pack, Path receipts, Integrity integrity, RecordSink sink) throws IOException {
        JsonLines.read(
                receipts,
                line -> new FoundRecord(
                        AssayReceipt.FORMAT,
                        AssayReceipt.FORMAT.content(line.json()),
                        line.raw(),
                        -1,
                        pack.place(PackFolder.RECEIPTS, line.number()),
                        integrity),
                read -> {
                    switch (read) {
                        case Read.Good<FoundRecord> good -> sink.record(good.value());
                        case Read.Bad<FoundRecord> bad ->
                            sink.finding(JsonLineRecords.unreadable(
                                    pack.place(PackFolder.RECEIPTS, bad.number()), bad.why()));
                    }
                });
    }
}
