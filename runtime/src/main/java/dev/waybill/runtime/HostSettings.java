package dev.waybill.runtime;

import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.lane.ActivityLimits;
import java.time.Duration;

/// How a host behaves.
///
/// @param kind what the process is, for people: `run`, `work`, `serve`, `mcp`
/// @param lease a process that was silent for so long is dead, and its runs are anybody's
/// @param activities how many may be at work at once; more wait their turn
/// @param engineVersion is written into every header
/// @param envelope what new runs carry of the evidence envelope
/// @param families how far sub-workflows may go
/// @param tenants how much one tenant may start
/// @param deliveries what runs hand to the outside
/// @param watch sees what is committed
public record HostSettings(
        String kind,
        ReceiptPolicy receipts,
        ClaimScope scope,
        Duration lease,
        ActivityLimits activities,
        String engineVersion,
        EnvelopePolicy envelope,
        FamilyLimits families,
        TenantLimits tenants,
        Deliveries deliveries,
        CommitWatch watch) {

    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

    /// Settings with the limits and the envelope that are usual.
    public HostSettings(String kind, ReceiptPolicy receipts, ClaimScope scope, Duration lease, String engineVersion) {
        this(
                kind,
                receipts,
                scope,
                lease,
                ActivityLimits.DEFAULT,
                engineVersion,
                EnvelopePolicy.DEFAULT,
                FamilyLimits.DEFAULT,
                TenantLimits.NONE,
                Deliveries.NONE,
                CommitWatch.NONE);
    }

    public HostSettings with(ActivityLimits limits) {
        return new HostSettings(
                kind, receipts, scope, lease, limits, engineVersion, envelope, families, tenants, deliveries, watch);
    }

    public HostSettings with(FamilyLimits limits) {
        return new HostSettings(
                kind, receipts, scope, lease, activities, engineVersion, envelope, limits, tenants, deliveries, watch);
    }

    public HostSettings with(TenantLimits limits) {
        return new HostSettings(
                kind, receipts, scope, lease, activities, engineVersion, envelope, families, limits, deliveries, watch);
    }

    public HostSettings with(Deliveries chosen) {
        return new HostSettings(
                kind, receipts, scope, lease, activities, engineVersion, envelope, families, tenants, chosen, watch);
    }

    public HostSettings with(CommitWatch chosen) {
        return new HostSettings(
                kind,
                receipts,
                scope,
                lease,
                activities,
                engineVersion,
                envelope,
                families,
                tenants,
                deliveries,
                chosen);
    }

    public Duration heartbeat() {
        return lease.dividedBy(4);
    }
}
