package dev.waybill.evidence.write;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// A file of one JSON object a line that several programs append to at once.
///
/// Each call writes its lines in one go at the end of the file, under the file's lock. A writer that crashed may have
/// left half a line: it is ended first, so that it stays the only line that cannot be read, and no record is glued to
/// it. What is there is never changed.
public final class AppendLog implements Closeable {

    /// When an append counts as done.
    public enum Sync {
        /// When the operating system has it: it survives a crash of this program.
        HANDED_OVER,
        /// When the disk has it: it survives a crash of the machine.
        FORCED
    }

    private final FileChannel append;
    private final FileChannel read;
    private final ReentrantLock inside;
    private final Sync sync;

    private AppendLog(FileChannel append, FileChannel read, ReentrantLock inside, Sync sync) {
        this.append = append;
        this.read = read;
        this.inside = inside;
        this.sync = sync;
    }

    /// Opens a file, which is made if it is not there; its folder must be.
    public static AppendLog open(Path file, Sync sync) throws IOException {
        FileChannel append = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try {
            FileChannel read = FileChannel.open(file, StandardOpenOption.READ);
            ReentrantLock inside = ProcessLock.within(file.toRealPath());
            return new AppendLog(append, read, inside, sync);
        } catch (IOException e) {
            append.close();
            throw e;
        }
    }

    public void append(JsonObject record) throws IOException {
        append(List.of(record));
    }

    /// Appends records that stay together: no other writer comes between them.
    public void append(List<JsonObject> records) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (JsonObject record : records) {
            lines.writeBytes(JsonWriter.compactBytes(record));
            lines.write('\n');
        }
        if (lines.size() > 0) {
            write(lines.toByteArray());
        }
    }

    private void write(byte[] lines) throws IOException {
        inside.lock();
        try (FileLock _ = append.lock()) {
            ByteBuffer bytes = ByteBuffer.wrap(torn() ? ended(lines) : lines);
            while (bytes.hasRemaining()) {
                append.write(bytes);
            }
            if (sync == Sync.FORCED) {
                append.force(false);
            }
        } finally {
            inside.unlock();
        }
    }

    /// Whether the file ends within a line.
    private boolean torn() throws IOException {
        long size = read.size();
        ByteBuffer last = ByteBuffer.allocate(1);
        return size > 0 && read.read(last, size - 1) == 1 && last.get(0) != '\n';
    }

    private static byte[] ended(byte[] lines) {
        byte[] ended = new byte[lines.length + 1];
        ended[0] = '\n';
        System.arraycopy(lines, 0, ended, 1, lines.length);
        return ended;
    }

    @Override
    public void close() throws IOException {
        // Closing any channel of a file gives up this program's lock on it: wait for who holds it.
        inside.lock();
        try (FileChannel _ = read) {
            append.close();
        } finally {
            inside.unlock();
        }
    }
}
