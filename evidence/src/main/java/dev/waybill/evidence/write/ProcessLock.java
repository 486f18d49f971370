package dev.waybill.evidence.write;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One holder at a time, over all threads and processes: the system's lock on an empty, hidden file. A process that
/// dies lets go.
///
/// The thread that holds it may take it again, and is the one that must give it back. The file stays, because whoever
/// deletes it would part those who wait from those who come.
public final class ProcessLock implements AutoCloseable {

    private static final String ENDING = ".lock";
    private static final ConcurrentHashMap<Path, ReentrantLock> WITHIN = new ConcurrentHashMap<>();

    private final ReentrantLock within;
    private final @Nullable FileChannel channel;

    private ProcessLock(ReentrantLock within, @Nullable FileChannel channel) {
        this.within = within;
        this.channel = channel;
    }

    /// The lock of a file inside this program: the system's locks hold between programs, and inside one they would be
    /// refused instead of waited for.
    ///
    /// @param file without links, so that one file has one lock
    static ReentrantLock within(Path file) {
        return WITHIN.computeIfAbsent(file, _ -> new ReentrantLock());
    }

    /// Waits for its turn.
    ///
    /// @param folder where the file lies; made if it is not there
    /// @param name what is locked
    public static ProcessLock hold(Path folder, String name) throws IOException {
        return hold(folder, name, () -> {});
    }

    /// @param waiting told, at most once, when another has it
    public static ProcessLock hold(Path folder, String name, Runnable waiting) throws IOException {
        // Without links, so that one file has one lock.
        Path file = Files.createDirectories(folder).toRealPath().resolve("." + name + ENDING);
        ReentrantLock within = within(file);
        boolean free = within.tryLock();
        if (!free) {
            waiting.run();
            within.lock();
        }
        try {
            return new ProcessLock(within, within.getHoldCount() > 1 ? null : locked(file, free ? waiting : () -> {}));
        } catch (IOException | RuntimeException e) {
            within.unlock();
            throw e;
        }
    }

    private static FileChannel locked(Path file, Runnable waiting) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                waiting.run();
                Objects.requireNonNull(channel.lock());
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Whether a file is there to be locked, and is nobody's evidence.
    public static boolean isLockFile(Path file, long size) {
        String name = String.valueOf(file.getFileName());
        return size == 0 && name.startsWith(".") && name.endsWith(ENDING);
    }

    @Override
    public void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            within.unlock();
        }
    }
}
