package dev.waybill.runtime;

import dev.waybill.engine.node.ActivityCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is to be closed when nobody waits for an activity any more.
final class Cancellation {

    /// By what takes each request back: one resource may be given twice.
    private final Map<Object, AutoCloseable> resources = new LinkedHashMap<>();
    private boolean cancelled;

    ActivityCall.Hook onCancel(AutoCloseable resource) {
        synchronized (this) {
            if (!cancelled) {
                Object request = new Object();
                resources.put(request, resource);
                return () -> remove(request);
            }
        }
        close(resource);
        return () -> {};
    }

    private synchronized void remove(Object request) {
        resources.remove(request);
    }

    /// Closes everything; on a thread that may wait, since whoever closes may wait.
    void cancel() {
        open().forEach(Cancellation::close);
    }

    private synchronized List<AutoCloseable> open() {
        cancelled = true;
        List<AutoCloseable> open = List.copyOf(resources.values());
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
