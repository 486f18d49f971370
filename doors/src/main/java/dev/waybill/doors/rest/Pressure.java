package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// How many requests may be under way at once: of one caller, so that none keeps the others out, and of all.
public final class Pressure {

    private static final int COME_BACK_SECONDS = 1;

    private final int most;
    private final int mostOfOne;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> underWay = new HashMap<>();
    private int all;

    public Pressure(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /// Enough for any client that waits for its answers, and for polls that wait long.
    public static Pressure usual() {
        return new Pressure(4_000, 2_000);
    }

    /// A request begins; [#leave] must follow.
    ///
    /// @throws RestRefusal when there are too many; then nothing has begun
    void enter(String caller) {
        lock.lock();
        try {
            if (underWay.getOrDefault(caller, 0) >= mostOfOne) {
                throw tooManyOfOne();
            }
            if (all >= most) {
                throw tooMany();
            }
            all++;
            underWay.merge(caller, 1, Integer::sum);
        } finally {
            lock.unlock();
        }
    }

    void leave(String caller) {
        lock.lock();
        try {
            all--;
            underWay.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
        } finally {
            lock.unlock();
        }
    }

    private RestRefusal tooManyOfOne() {
        return new RestRefusal(
                429,
                "rate_limited",
                "expected at most " + mostOfOne + " requests at once; wait for some of them",
                JsonObject.of("scope", "key").with("retryAfterMs", COME_BACK_SECONDS * 1_000L));
    }

    private static RestRefusal tooMany() {
        return new RestRefusal(
                503, Envelope.UNAVAILABLE, "this host is busy", JsonObject.of("retryAfter", COME_BACK_SECONDS));
    }
}
