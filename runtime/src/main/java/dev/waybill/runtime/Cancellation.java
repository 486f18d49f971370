package dev.waybill.runtime;

import dev.waybill.engine.node.ActivityCall;
import java.util.ArrayList;
import java.util.List;

/// What is to be closed when nobody waits for an activity any more.
final class Cancellation {

    private final List<AutoCloseable> resources = new ArrayList<>();
    private boolean cancelled;

    ActivityCall.Hook onCancel(AutoCloseable resource) {
        synchronized (this) {
            if (!cancelled) {
                resources.add(resource);
                return () -> remove(resource);
            }
        }
        close(resource);
        return () -> {};
    }

    private synchronized void remove(AutoCloseable resource) {
        resources.removeIf(known -> known == resource);
    }

    /// Closes everything; on a thread that may wait, since whoever closes may wait.
    void cancel() {
        open().forEach(Cancellation::close);
    }

    private synchronized List<AutoCloseable> open() {
        cancelled = true;
        List<AutoCloseable> open = List.copyOf(resources);
        resources.clear();
        return open;
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception _) {
            // It was to be given up, and it is.
        }
    }
}
