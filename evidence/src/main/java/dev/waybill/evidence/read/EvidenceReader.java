package dev.waybill.evidence.read;

import dev.waybill.evidence.RecordFormat;
import java.io.IOException;
import java.util.List;

/// Reads one layout of files: one system's log, pack or database.
///
/// Whoever teaches Waybill a further system writes one of these, and adds it to `Readers`.
public interface EvidenceReader {

    /// The formats of the records that it gives.
    List<RecordFormat> formats();

    /// Whether a file or folder is one of its own, judged by name and first bytes. A folder that is taken is read
    /// as one (a pack with its manifest); nothing below it is offered to others.
    boolean recognises(SourceFile file);

    /// Gives every record of the file to the sink, in the file's order, with what could be verified of it.
    ///
    /// Bad records are findings; the rest is read all the same.
    void read(SourceFile file, RecordSink sink) throws IOException;
}
