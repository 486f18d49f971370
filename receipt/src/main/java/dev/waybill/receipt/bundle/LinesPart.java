package dev.waybill.receipt.bundle;

import dev.waybill.receipt.audit.ReceiptSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file with one receipt a line, streamed.
final class LinesPart implements EvidencePart {

    private static final int TYPICAL_RECEIPT = 700;

    private final Path file;
    private final EvidenceKind kind;
    private final long size;
    private final List<LineReader> open = new ArrayList<>();

    LinesPart(Path file, EvidenceKind kind, long size) {
        this.file = file;
        this.kind = kind;
        this.size = size;
    }

    @Override
    public EvidenceKind kind() {
        return kind;
    }

    @Override
    public ReceiptSource receipts() {
        return new Lines();
    }

    @Override
    public long estimate() {
        return size / TYPICAL_RECEIPT + 1;
    }

    @Override
    public void close() throws IOException {
        for (LineReader lines : open) {
            lines.close();
        }
    }

    /// Opened with the first question, so that many files cost one handle.
    private final class Lines implements ReceiptSource {

        private @Nullable LineReader lines;
        private boolean ended;

        @Override
        public byte @Nullable [] next() throws IOException {
            if (ended) {
                return null;
            }
            if (lines == null) {
                lines = new LineReader(Files.newInputStream(file));
                open.add(lines);
            }
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                byte[] receipt = ReceiptLine.unwrap(line);
                if (receipt.length > 0) {
                    return receipt;
                }
            }
            ended = true;
            lines.close();
            open.remove(lines);
            return null;
        }
    }
}
