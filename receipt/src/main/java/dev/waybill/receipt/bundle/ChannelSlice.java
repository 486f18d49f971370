package dev.waybill.receipt.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A part of a file as a stream. Positional reads: many slices of one channel can be open.
final class ChannelSlice extends InputStream {

    private final FileChannel channel;
    private final long end;
    private long at;

    ChannelSlice(FileChannel channel, long offset, long length) {
        this.channel = channel;
        this.at = offset;
        this.end = offset + length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (at >= end) {
            return -1;
        }
        int read = channel.read(ByteBuffer.wrap(target, from, (int) Math.min(length, end - at)), at);
        at += Math.max(read, 0);
        return read;
    }
}
