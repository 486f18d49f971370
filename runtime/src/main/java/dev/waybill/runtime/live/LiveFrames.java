package dev.waybill.runtime.live;

import dev.waybill.journal.RunId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Carries frames from activities to whoever watches their runs, in this process. Nobody waits here: a frame without a
/// watcher is gone, and a watcher that is too slow loses the oldest ones and is told how many.
public final class LiveFrames {

    /// What a watcher may leave unread.
    static final int MOST_UNREAD = 256;

    private final Map<RunId, List<Watcher>> watchers = new ConcurrentHashMap<>();

    /// Watches a run from now on, until it is closed.
    public Watcher watch(RunId run) {
        Watcher watcher = new Watcher(gone -> leave(run, gone));
        watchers.merge(
                run,
                List.of(watcher),
                (known, more) -> Stream.concat(known.stream(), more.stream()).toList());
        return watcher;
    }

    public void show(Frame frame) {
        watchers.getOrDefault(frame.run(), List.of()).forEach(watcher -> watcher.offer(frame));
    }

    private void leave(RunId run, Watcher gone) {
        watchers.computeIfPresent(run, (_, known) -> {
            List<Watcher> left =
                    known.stream().filter(watcher -> watcher != gone).toList();
            return left.isEmpty() ? null : left;
        });
    }
}
