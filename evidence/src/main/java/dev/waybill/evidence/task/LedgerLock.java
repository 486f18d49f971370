package dev.waybill.evidence.task;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// One writer of a ledger at a time, over all threads and processes. A process that dies lets go.
final class LedgerLock implements AutoCloseable {

    /// The system's lock belongs to the process, so threads need one of their own.
    private static final Map<Path, ReentrantLock> WITHIN = new ConcurrentHashMap<>();

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
        ReentrantLock within = WITHIN.computeIfAbsent(file, _ -> new ReentrantLock());
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
