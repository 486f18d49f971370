package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Appends numbers and bytes to a new file, through a buffer.
final class BinaryOutput implements AutoCloseable {

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private long flushed;

    BinaryOutput(Path file) throws IOException {
        this(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 0);
    }

    private BinaryOutput(FileChannel channel, long position) {
        this.channel = channel;
        flushed = position;
    }

    /// Writes into a file that is there already, from a place on.
    static BinaryOutput into(Path file, long position) throws IOException {
        return new BinaryOutput(FileChannel.open(file, StandardOpenOption.WRITE).position(position), position);
    }

    /// Where the next byte goes.
    long position() {
        return flushed + buffer.position();
    }

    void putLong(long value) throws IOException {
        room(Long.BYTES);
        buffer.putLong(value);
    }

    void putInt(int value) throws IOException {
        room(Integer.BYTES);
        buffer.putInt(value);
    }

    void putPair(long key, int row) throws IOException {
        room(KeyFile.PAIR);
        buffer.putLong(key).putInt(row);
    }

    void put(byte[] bytes) throws IOException {
        put(bytes, 0, bytes.length);
    }

    void put(byte[] bytes, int from, int length) throws IOException {
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.capacity()) {
            flushed += length;
            write(ByteBuffer.wrap(bytes, from, length));
        } else {
            buffer.put(bytes, from, length);
        }
    }

    private void room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    void flush() throws IOException {
        flushed += buffer.position();
        write(buffer.flip());
        buffer.clear();
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// Ends the file and waits until the disk has it.
    void finish() throws IOException {
        end(true);
    }

    void end(boolean durable) throws IOException {
        flush();
        if (durable) {
            channel.force(false);
        }
        close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
