package dev.waybill.evidence.write;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// One lock for each file, inside this program. The system's file locks hold between programs; inside one they would be
/// refused instead of waited for.
public final class InsideLocks {

    private static final ConcurrentHashMap<Path, ReentrantLock> BY_FILE = new ConcurrentHashMap<>();

    private InsideLocks() {}

    /// @param file without links, so that one file has one lock
    public static ReentrantLock of(Path file) {
        return BY_FILE.computeIfAbsent(file, _ -> new ReentrantLock());
    }
}
