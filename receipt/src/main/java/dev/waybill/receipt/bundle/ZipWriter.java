package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Writes a zip file of stored entries, one after the other, in constant memory.
///
/// An entry's length is known only at its end, so its header is written twice: as a placeholder, then
/// complete. Equal content gives equal bytes.
public final class ZipWriter {

    private static final int BUFFER = 1 << 16;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final List<ArchiveEntry> entries = new ArrayList<>();
    private final List<BundleFile> files = new ArrayList<>();
    private @Nullable Open open;

    /// The entry being written.
    private static final class Open {
        final String name;
        final long offset;
        final CRC32 crc = new CRC32();
        final MessageDigest sha256 = Digest.newSha256();
        long size;

        Open(String name, long offset) {
            this.name = name;
            this.offset = offset;
        }
    }

    public ZipWriter(FileChannel channel) {
        this.channel = channel;
    }

    void begin(String name) throws IOException {
        if (open != null) {
            throw new IllegalStateException(open.name + " is not finished");
        }
        flush();
        open = new Open(name, channel.position());
        write(ZipLayout.localHeader(ArchiveEntry.stored(name, 0, 0, open.offset)));
    }

    void write(byte[] content, int from, int length) throws IOException {
        Open entry = current();
        entry.crc.update(content, from, length);
        entry.sha256.update(content, from, length);
        entry.size += length;
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.remaining()) {
            writeFully(ByteBuffer.wrap(content, from, length));
        } else {
            buffer.put(content, from, length);
        }
    }

    /// Writes one line and its end.
    void writeLine(byte[] line) throws IOException {
        write(line, 0, line.length);
        write(new byte[] {'\n'}, 0, 1);
    }

    /// Completes the entry and tells what a manifest says about it.
    BundleFile end() throws IOException {
        Open entry = current();
        flush();
        ArchiveEntry complete = ArchiveEntry.stored(entry.name, entry.crc.getValue(), entry.size, entry.offset);
        ByteBuffer header = ByteBuffer.wrap(ZipLayout.localHeader(complete));
        for (long at = entry.offset; header.hasRemaining(); ) {
            at += channel.write(header, at);
        }
        entries.add(complete);
        BundleFile file = new BundleFile(entry.name, Digest.ofBytes(entry.sha256.digest()), entry.size);
        files.add(file);
        open = null;
        return file;
    }

    public BundleFile file(String name, byte[] content) throws IOException {
        begin(name);
        write(content, 0, content.length);
        return end();
    }

    BundleFile file(String name, String content) throws IOException {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /// The files completed so far.
    List<BundleFile> files() {
        return List.copyOf(files);
    }

    /// Writes the directory. The archive is complete then.
    public void finish() throws IOException {
        flush();
        write(ZipLayout.tail(entries, channel.position()));
        channel.force(true);
    }

    private void write(byte[] structure) throws IOException {
        writeFully(ByteBuffer.wrap(structure));
    }

    private Open current() {
        if (open == null) {
            throw new IllegalStateException("begin an entry first");
        }
        return open;
    }

    private void flush() throws IOException {
        buffer.flip();
        writeFully(buffer);
        buffer.clear();
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
