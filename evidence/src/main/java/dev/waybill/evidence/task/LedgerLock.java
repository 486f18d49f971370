package dev.waybill.evidence.task;

import dev.waybill.evidence.write.InsideLocks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/// One writer of a ledger at a time, over all threads and processes. A process that dies lets go.
final class LedgerLock implements AutoCloseable {

    private final ReentrantLock within;
    private final FileChannel channel;
    private final FileLock lock;

    private LedgerLock(ReentrantLock within, FileChannel channel, FileLock lock) {
        this.within = within;
        this.channel = channel;
        this.lock = lock;
    }

    static LedgerLock of(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.toRealPath().resolve(".ledger.lock");
        ReentrantLock within = InsideLocks.of(file);
        within.lock();
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new LedgerLock(within, channel, channel.lock());
        } catch (IOException e) {
            within.unlock();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            lock.release();
        } finally {
            within.unlock();
        }
    }
}
