package dev.waybill.evidence.index;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Rec;
import java.nio.file.Path;

/// Another program that writes an index, and takes its time: it ends when it is told to.
final class IndexHolder {

    private IndexHolder() {}

    /// @param arguments the folder of a test, and the id of the one record to index
    public static void main(String[] arguments) throws Exception {
        EvidenceFolder files =
                new EvidenceFolder(Path.of(arguments[0])).add("theirs/x.jsonl", Rec.of(arguments[1], "NOTE"));
        try (IndexWriter writer = IndexWriter.begin(files.indexFolder(), files.roots())) {
            System.out.println("writing");
            if (System.in.read() == 'c') {
                files.read(writer);
                writer.commit();
            }
        }
    }
}
