package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads records from the files that they were found in, and refuses when they are not what was read then.
final class SourceBytes implements AutoCloseable {

    private static final int MOST_OPEN = 32;

    private final Map<Path, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

    byte[] read(Path path, long offset, int length, long digest) throws IOException {
        FileChannel channel = open(path);
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw changed(path);
            }
        }
        if (PreparedRow.digest(bytes.array()) != digest) {
            throw changed(path);
        }
        return bytes.array();
    }

    static UnusableIndex changed(Path path) {
        return new UnusableIndex(
                path + " was changed after it was indexed; read all of it with 'evidence index --again'");
    }

    private FileChannel open(Path path) throws IOException {
        FileChannel channel = open.get(path);
        if (channel == null) {
            if (!Files.isRegularFile(path)) {
                throw changed(path);
            }
            closeEldest();
            channel = FileChannel.open(path, StandardOpenOption.READ);
            open.put(path, channel);
        }
        return channel;
    }

    private void closeEldest() throws IOException {
        if (open.size() == MOST_OPEN) {
            Iterator<FileChannel> eldest = open.values().iterator();
            eldest.next().close();
            eldest.remove();
        }
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : open.values()) {
            channel.close();
        }
        open.clear();
    }
}
