package dev.waybill.agents.model.wire;

import dev.waybill.engine.node.ActivityCall;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Hangs up when an answer takes too long: a provider may send a piece now and then for ever, and no time-out of a
/// socket would notice.
final class Patience {

    private final Duration most;
    private volatile boolean over;

    Patience(Duration most) {
        this.most = most;
    }

    /// One thread for all, made with the first request. What is taken back leaves nothing behind.
    private static final class Clockwork {
        static final ScheduledThreadPoolExecutor TIMER = timer();

        private static ScheduledThreadPoolExecutor timer() {
            ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                    1,
                    Thread.ofPlatform().daemon().name("waybill-model-patience").factory());
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }

    /// @return closed when the answer is there
    ActivityCall.Hook over(AutoCloseable answer) {
        Future<?> end =
                Clockwork.TIMER.schedule(() -> hangUp(answer), Math.max(1, most.toMillis()), TimeUnit.MILLISECONDS);
        return () -> end.cancel(false);
    }

    private void hangUp(AutoCloseable answer) {
        over = true;
        try {
            answer.close();
        } catch (Exception _) {
            // It has hung up itself.
        }
    }

    boolean isOver() {
        return over;
    }
}
