package dev.waybill.evidence.index;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file of the index in memory that the system manages, of any size.
final class MappedFile {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment bytes;

    MappedFile(Path file, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    long size() {
        return bytes.byteSize();
    }

    long longAt(long position) {
        return bytes.get(LONG, position);
    }

    int intAt(long position) {
        return bytes.get(INT, position);
    }

    byte[] bytesAt(long position, int length) {
        return bytes.asSlice(position, length).toArray(ValueLayout.JAVA_BYTE);
    }
}
