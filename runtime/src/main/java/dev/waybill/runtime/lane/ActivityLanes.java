package dev.waybill.runtime.lane;

import dev.waybill.engine.node.ActivityKind;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Lets activities begin: one lane for each kind, with so many places. Who finds none free waits in a queue, without a
/// thread; whoever leaves a place lets the next one in.
///
/// The next one is the first in line of the tenant with the fewest at work in that lane; among equals, of the tenant
/// that was served longest ago. So a tenant with one activity waits for one place to become free, however many
/// thousands another tenant has in line. A tenant at its own limit is passed over.
public final class ActivityLanes {

    /// Something to do in a lane.
    public interface Job {
        ActivityKind kind();

        String tenant();

        /// Does it, and calls [#leave] as soon as its place can be another's.
        ///
        /// @param waited whether it had to wait; much may have happened meanwhile
        void perform(boolean waited);
    }

    private final ActivityLimits limits;
    private final Executor threads;
    private final InstantSource clock;
    private final Map<ActivityKind, Lane> lanes = new EnumMap<>(ActivityKind.class);
    private final Map<String, Integer> atWork = new HashMap<>();
    private boolean closed;

    /// @param threads where jobs run; it must not make them wait
    public ActivityLanes(ActivityLimits limits, Executor threads, InstantSource clock) {
        this.limits = limits;
        this.threads = threads;
        this.clock = clock;
        for (ActivityKind kind : ActivityKind.values()) {
            lanes.put(kind, new Lane(kind, limits.of(kind)));
        }
    }

    /// Begins the job, now or when its turn has come.
    public void enter(Job job) {
        begin(entering(job), job);
    }

    private synchronized List<Job> entering(Job job) {
        lane(job).waits(job, clock.instant());
        return ready();
    }

    /// Takes a job that still waits out of its line.
    ///
    /// @return false when it has begun, or is not here
    public synchronized boolean withdraw(Job job) {
        return lane(job).withdraws(job);
    }

    /// The job is done, and its place is free.
    public void leave(Job job) {
        begin(leaving(job), null);
    }

    private synchronized List<Job> leaving(Job job) {
        lane(job).leaves(job);
        atWork.computeIfPresent(job.tenant(), (_, count) -> count > 1 ? count - 1 : null);
        return ready();
    }

    /// Nothing begins any more; what waits is found again by whoever takes up its run.
    public synchronized void close() {
        closed = true;
    }

    private Lane lane(Job job) {
        Lane lane = lanes.get(job.kind());
        if (lane == null) {
            throw new IllegalStateException("no lane for " + job.kind());
        }
        return lane;
    }

    /// Everything that can begin now; it has its place already.
    private List<Job> ready() {
        List<Job> ready = new ArrayList<>();
        for (Lane lane : lanes.values()) {
            @Nullable Job next = next(lane);
            while (next != null) {
                ready.add(next);
                atWork.merge(next.tenant(), 1, Integer::sum);
                next = next(lane);
            }
        }
        return ready;
    }

    private @Nullable Job next(Lane lane) {
        return closed ? null : lane.next(tenant -> atWork.getOrDefault(tenant, 0) < limits.byTenant());
    }

    /// Outside of the lock: an executor is somebody else's code.
    private void begin(List<Job> ready, @Nullable Job fresh) {
        try {
            ready.forEach(job -> threads.execute(() -> job.perform(!job.equals(fresh))));
        } catch (RejectedExecutionException _) {
            // The process ends at this very moment: what did not begin is found again elsewhere.
        }
    }

    /// What waits and what is at work, now.
    public synchronized LaneReport report() {
        return new LaneReport(
                lanes.values().stream().map(Lane::report).toList(),
                limits.byTenant(),
                LaneReport.tenants(lanes.values()));
    }
}
