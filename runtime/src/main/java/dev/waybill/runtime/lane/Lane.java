package dev.waybill.runtime.lane;

import dev.waybill.engine.node.ActivityKind;
import dev.waybill.runtime.lane.ActivityLanes.Job;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The activities of one kind: how many are at work, and who waits. Guarded by [ActivityLanes].
final class Lane {

    private final ActivityKind kind;
    private final int limit;
    private final Map<String, Share> shares = new LinkedHashMap<>();
    private int atWork;
    private long served;

    /// One tenant's part of the lane.
    static final class Share {
        private final Map<Job, Instant> waiting = new LinkedHashMap<>();
        private int atWork;
        /// When it was served last, counted; 0 for one that never was.
        private long served;

        private boolean comesBefore(@Nullable Share other) {
            return other == null || atWork < other.atWork || (atWork == other.atWork && served < other.served);
        }

        int atWork() {
            return atWork;
        }

        int waiting() {
            return waiting.size();
        }

        private @Nullable Instant since() {
            return waiting.isEmpty() ? null : waiting.values().iterator().next();
        }
    }

    Lane(ActivityKind kind, int limit) {
        this.kind = kind;
        this.limit = limit;
    }

    Map<String, Share> shares() {
        return shares;
    }

    void waits(Job job, Instant now) {
        shares.computeIfAbsent(job.tenant(), _ -> new Share()).waiting.put(job, now);
    }

    boolean withdraws(Job job) {
        Share share = shares.get(job.tenant());
        boolean waited = share != null && share.waiting.remove(job) != null;
        tidy(job.tenant());
        return waited;
    }

    void leaves(Job job) {
        Share share = shares.get(job.tenant());
        if (share == null || share.atWork == 0) {
            throw new IllegalStateException("nothing of " + job.tenant() + " is at work in the lane " + kind.word());
        }
        share.atWork--;
        atWork--;
        tidy(job.tenant());
    }

    /// Gives a free place to who comes next; null when there is no place, or nobody who may take it.
    @Nullable
    Job next(Predicate<String> mayBegin) {
        Share share = atWork < limit ? nextShare(mayBegin) : null;
        if (share == null) {
            return null;
        }
        Job job = share.waiting.keySet().iterator().next();
        share.waiting.remove(job);
        share.atWork++;
        share.served = ++served;
        atWork++;
        return job;
    }

    private @Nullable Share nextShare(Predicate<String> mayBegin) {
        Share next = null;
        for (Map.Entry<String, Share> entry : shares.entrySet()) {
            Share share = entry.getValue();
            if (!share.waiting.isEmpty() && share.comesBefore(next) && mayBegin.test(entry.getKey())) {
                next = share;
            }
        }
        return next;
    }

    private void tidy(String tenant) {
        shares.computeIfPresent(tenant, (_, share) -> share.atWork == 0 && share.waiting.isEmpty() ? null : share);
    }

    LaneReport.OfKind report() {
        int waiting = shares.values().stream().mapToInt(Share::waiting).sum();
        Instant since = shares.values().stream()
                .map(Share::since)
                .filter(it -> it != null)
                .min(Comparator.naturalOrder())
                .orElse(null);
        return new LaneReport.OfKind(kind, limit, atWork, waiting, since);
    }
}
