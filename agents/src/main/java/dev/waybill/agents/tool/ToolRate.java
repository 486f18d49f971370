package dev.waybill.agents.tool;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How often each tool may be called within a minute, in this process.
public final class ToolRate {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final int most;
    private final InstantSource clock;
    private final Map<String, Deque<Instant>> calls = new ConcurrentHashMap<>();

    public ToolRate(int most, InstantSource clock) {
        this.most = most;
        this.clock = clock;
    }

    /// @return false when it was called often enough
    boolean admits(String tool) {
        Deque<Instant> recent = calls.computeIfAbsent(tool, _ -> new ArrayDeque<>());
        Instant now = clock.instant();
        synchronized (recent) {
            while (!recent.isEmpty() && !recent.peekFirst().isAfter(now.minus(WINDOW))) {
                recent.removeFirst();
            }
            if (recent.size() >= most) {
                return false;
            }
            recent.addLast(now);
            return true;
        }
    }
}
