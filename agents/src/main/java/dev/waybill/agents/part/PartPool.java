package dev.waybill.agents.part;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Processes of one part. Each serves one call at a time, so that a call that has to be killed takes no other along;
/// a few that are idle are kept for the next ones. They end with this process.
public final class PartPool {

    private static final int MOST_IDLE = 2;

    private final Path folder;
    private final String main;
    private final String heap;
    private final Deque<PartProcess> idle = new ArrayDeque<>();

    public PartPool(Path folder, String main, String heap) {
        this.folder = folder;
        this.main = main;
        this.heap = heap;
    }

    public PartProcess take() throws IOException {
        for (PartProcess waiting = poll(); waiting != null; waiting = poll()) {
            if (waiting.isAlive()) {
                return waiting;
            }
            waiting.close();
        }
        return PartProcess.start(folder, main, heap);
    }

    private synchronized @Nullable PartProcess poll() {
        return idle.pollLast();
    }

    /// Takes one back whose call came to its end.
    public void give(PartProcess process) {
        synchronized (this) {
            if (idle.size() < MOST_IDLE) {
                idle.addLast(process);
                return;
            }
        }
        process.close();
    }
}
