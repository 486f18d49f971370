package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.file.Path;

/// Writes the names that people may type, so that the beginning of one finds it. A name that comes again soon is
/// written once; one that comes again much later may be there twice.
final class TermWriter implements AutoCloseable {

    private static final int SEEN = 1 << 14;

    private final BinaryOutput out;
    private final long[] seen = new long[SEEN];

    TermWriter(Path file) throws IOException {
        out = new BinaryOutput(file);
    }

    /// @param hash of the name's kind and its text
    /// @param names where the name stands behind its length: its kind's mark and its text
    void add(long hash, byte[] names, int from, int length) throws IOException {
        int slot = (int) (hash & SEEN - 1);
        if (seen[slot] != hash) {
            seen[slot] = hash;
            out.put(names, from, length);
        }
    }

    void finish() throws IOException {
        out.finish();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
