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
        channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
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

    void put(byte[] bytes) throws IOException {
        if (bytes.length > buffer.remaining()) {
            flush();
        }
        if (bytes.length > buffer.capacity()) {
            flushed += bytes.length;
            write(ByteBuffer.wrap(bytes));
        } else {
            buffer.put(bytes);
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
