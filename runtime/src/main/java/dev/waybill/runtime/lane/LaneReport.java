package dev.waybill.runtime.lane;

import dev.waybill.engine.node.ActivityKind;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What waits and what is at work in the lanes of one process, at one moment.
///
/// @param tenantLimit how many activities of one tenant may be at work
/// @param tenants those with something at work or waiting, by name
public record LaneReport(List<OfKind> kinds, int tenantLimit, List<OfTenant> tenants) {

    public LaneReport {
        kinds = List.copyOf(kinds);
        tenants = List.copyOf(tenants);
    }

    /// @param waitingSince when the one that waits longest came; null when none waits
    public record OfKind(
            ActivityKind kind,
            int limit,
            int atWork,
            int waiting,
            @Nullable Instant waitingSince) {}

    public record OfTenant(String tenant, int atWork, int waiting) {

        private OfTenant and(OfTenant other) {
            return new OfTenant(tenant, atWork + other.atWork, waiting + other.waiting);
        }
    }

    static List<OfTenant> tenants(Collection<Lane> lanes) {
        Map<String, OfTenant> tenants = new TreeMap<>();
        for (Lane lane : lanes) {
            lane.shares()
                    .forEach((tenant, share) -> tenants.merge(
                            tenant, new OfTenant(tenant, share.atWork(), share.waiting()), OfTenant::and));
        }
        return List.copyOf(tenants.values());
    }
}
