package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads records from the files that they were found in, and refuses when one was changed since.
final class SourceBytes implements AutoCloseable {

    private static final int MOST_OPEN = 32;

    private final Map<Path, Source> known;
    private final Map<Path, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

    SourceBytes(Map<Path, Source> known) {
        this.known = known;
    }

    byte[] read(Path path, long offset, int length) throws IOException {
        FileChannel channel = open(path);
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw changed(path);
            }
        }
        return bytes.array();
    }

    static UnusableIndex changed(Path path) {
        return new UnusableIndex(path + " was changed after it was indexed; run 'evidence index' again");
    }

    private FileChannel open(Path path) throws IOException {
        FileChannel channel = open.get(path);
        if (channel == null) {
            checkUnchanged(path);
            closeEldest();
            channel = FileChannel.open(path, StandardOpenOption.READ);
            open.put(path, channel);
        }
        return channel;
    }

    private void checkUnchanged(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw changed(path);
        }
        Source now = Source.of(path, Files.readAttributes(path, BasicFileAttributes.class));
        if (!now.equals(known.get(path))) {
            throw changed(path);
        }
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
