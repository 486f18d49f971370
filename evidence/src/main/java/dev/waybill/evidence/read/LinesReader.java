package dev.waybill.evidence.read;

import dev.waybill.evidence.RecordFormat;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/// Reads files whose lines are all records of one format, with nothing to check them by.
///
/// @param knows whether a file is one of these, judged by name and first bytes
public record LinesReader(RecordFormat format, Predicate<SourceFile> knows) implements EvidenceReader {

    @Override
    public List<RecordFormat> formats() {
        return List.of(format);
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && knows.test(file);
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        JsonLineRecords.read(file, format, sink);
    }
}
