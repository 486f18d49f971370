package dev.waybill.runtime.lane;

import dev.waybill.engine.node.ActivityKind;
import java.util.EnumMap;
import java.util.Map;

/// How many activities may be at work at once in one process: of each kind, and of one tenant, whatever their kinds.
public record ActivityLimits(Map<ActivityKind, Integer> byKind, int byTenant) {

    /// Processes take memory and cores of this machine; the others mostly wait for somebody else's.
    public static final ActivityLimits DEFAULT = new ActivityLimits(
            Map.of(
                    ActivityKind.MODEL, 64,
                    ActivityKind.TOOL, 64,
                    ActivityKind.PROCESS, 16,
                    ActivityKind.HTTP, 128,
                    ActivityKind.OTHER, 256),
            256);

    public ActivityLimits {
        var all = new EnumMap<ActivityKind, Integer>(ActivityKind.class);
        for (ActivityKind kind : ActivityKind.values()) {
            Integer limit = byKind.get(kind);
            if (limit == null) {
                throw new IllegalArgumentException("no limit for activities of kind " + kind.word());
            }
            all.put(kind, positive(kind.word(), limit));
        }
        byKind = all;
        positive("tenant", byTenant);
    }

    private static int positive(String what, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "at least one activity must be allowed, for " + what + " found " + limit);
        }
        return limit;
    }

    public int of(ActivityKind kind) {
        return byKind.getOrDefault(kind, 1);
    }

    public ActivityLimits with(ActivityKind kind, int limit) {
        var changed = new EnumMap<ActivityKind, Integer>(byKind);
        changed.put(kind, limit);
        return new ActivityLimits(changed, byTenant);
    }

    public ActivityLimits withTenant(int limit) {
        return new ActivityLimits(byKind, limit);
    }
}
