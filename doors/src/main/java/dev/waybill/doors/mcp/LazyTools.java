package dev.waybill.doors.mcp;

import dev.waybill.runtime.guided.GuidedTools;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens the tools at their first call and keeps them: a client that only lists the tools waits for no store and no
/// key. When opening fails, the next call tries again.
final class LazyTools {

    private final Supplier<? extends GuidedTools> open;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable GuidedTools opened;

    LazyTools(Supplier<? extends GuidedTools> open) {
        this.open = open;
    }

    GuidedTools get() {
        GuidedTools tools = opened;
        return tools != null ? tools : openOnce();
    }

    private GuidedTools openOnce() {
        opening.lock();
        try {
            GuidedTools tools = opened;
            if (tools == null) {
                tools = open.get();
                opened = tools;
            }
            return tools;
        } finally {
            opening.unlock();
        }
    }
}
