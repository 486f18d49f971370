package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.PriorityQueue;

/// A file of sorted pairs that waits to be merged with others.
record KeyRun(Path file) {

    private static final int READ_BUFFER = 1 << 15;

    /// Merges runs into one, and removes them.
    ///
    /// @param durable whether to wait until the disk has it
    static KeyRun merge(Collection<KeyRun> runs, Path target, boolean durable) throws IOException {
        PriorityQueue<Head> heads = new PriorityQueue<>(Math.max(1, runs.size()), Head::compare);
        try (BinaryOutput out = new BinaryOutput(target)) {
            for (KeyRun run : runs) {
                advance(new Head(run.file), heads);
            }
            while (!heads.isEmpty()) {
                Head least = heads.remove();
                out.putLong(least.key);
                out.putInt(least.row);
                advance(least, heads);
            }
            out.end(durable);
        } finally {
            for (Head head : heads) {
                head.close();
            }
        }
        for (KeyRun run : runs) {
            Files.delete(run.file);
        }
        return new KeyRun(target);
    }

    private static void advance(Head head, PriorityQueue<Head> heads) throws IOException {
        if (head.next()) {
            heads.add(head);
        } else {
            head.close();
        }
    }

    /// A run that is being read, and the pair that comes next.
    private static final class Head implements AutoCloseable {

        private static final int PAIR = Long.BYTES + Integer.BYTES;

        private final FileChannel channel;
        private final ByteBuffer buffer =
                ByteBuffer.allocate(READ_BUFFER / PAIR * PAIR).limit(0);
        private long key;
        private int row;

        Head(Path file) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.READ);
        }

        boolean next() throws IOException {
            if (!buffer.hasRemaining() && !fill()) {
                return false;
            }
            key = buffer.getLong();
            row = buffer.getInt();
            return true;
        }

        /// @return whether there is a whole pair
        private boolean fill() throws IOException {
            buffer.clear();
            int read = 0;
            while (read >= 0 && buffer.hasRemaining()) {
                read = channel.read(buffer);
            }
            buffer.flip();
            return buffer.hasRemaining();
        }

        static int compare(Head one, Head other) {
            int byKey = Long.compareUnsigned(one.key, other.key);
            return byKey != 0 ? byKey : Integer.compare(one.row, other.row);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
