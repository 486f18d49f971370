package dev.waybill.runtime;

import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.store.Ownership.ClaimScope;
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
public record HostSettings(
        String kind,
        ReceiptPolicy receipts,
        ClaimScope scope,
        Duration lease,
        ActivityLimits activities,
        String engineVersion,
        EnvelopePolicy envelope,
        FamilyLimits families) {

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
                FamilyLimits.DEFAULT);
    }

    public HostSettings with(ActivityLimits limits) {
        return new HostSettings(kind, receipts, scope, lease, limits, engineVersion, envelope, families);
    }

    public HostSettings with(FamilyLimits limits) {
        return new HostSettings(kind, receipts, scope, lease, activities, engineVersion, envelope, limits);
    }

    public Duration heartbeat() {
        return lease.dividedBy(4);
    }
}
