package dev.waybill.evidence.index;

import java.io.IOException;

/// Where one record lies. Sources, integrity and format are places of texts.
///
/// @param offset in its own file; negative when its bytes are kept in the index, -1 the first byte there
record Row(long source, long offset, long line, long integrity, int length, int format) {

    static final int BYTES = 4 * Long.BYTES + 2 * Integer.BYTES;

    void write(BinaryOutput out) throws IOException {
        out.putLong(source);
        out.putLong(offset);
        out.putLong(line);
        out.putLong(integrity);
        out.putInt(length);
        out.putInt(format);
    }

    static Row read(MappedFile file, int number) {
        long at = (long) number * BYTES;
        return new Row(
                file.longAt(at),
                file.longAt(at + 8),
                file.longAt(at + 16),
                file.longAt(at + 24),
                file.intAt(at + 32),
                file.intAt(at + 36));
    }

    boolean isKept() {
        return offset < 0;
    }

    /// Where kept bytes begin.
    long keptAt() {
        return -1 - offset;
    }
}
