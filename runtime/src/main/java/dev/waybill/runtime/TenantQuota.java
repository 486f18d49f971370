package dev.waybill.runtime;

import dev.waybill.base.Recent;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.store.Families;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// Refuses what a tenant starts beyond its limits. What its runs hand over is bounded by their families.
final class TenantQuota {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration COME_BACK = Duration.ofSeconds(1);
    private static final int REMEMBERED = 1_000;

    private final Families store;
    private final TenantLimits limits;
    private final InstantSource clock;
    private final Map<String, Share> shares = new Recent<>(REMEMBERED);

    /// One tenant's starts since a moment, and how many more it may have before its open runs are counted again.
    private static final class Share {
        private Instant since = Instant.EPOCH;
        private long starts;
        private long left;
    }

    TenantQuota(Families store, TenantLimits limits, InstantSource clock) {
        this.store = store;
        this.limits = limits;
        this.clock = clock;
    }

    /// @throws Refused when the tenant has to wait
    synchronized void admit(String tenant) {
        if (limits.equals(TenantLimits.NONE)) {
            return;
        }
        Share share = shares.computeIfAbsent(tenant, _ -> new Share());
        Instant now = clock.instant();
        if (now.isBefore(share.since) || !now.isBefore(share.since.plus(WINDOW))) {
            share.since = now;
            share.starts = 0;
        }
        if (share.starts >= limits.startsPerMinute()) {
            throw refused(
                    "at most %d runs may be started within a minute".formatted(limits.startsPerMinute()),
                    Duration.between(now, share.since.plus(WINDOW)));
        }
        if (share.left == 0) {
            long open = store.openRuns(tenant, limits.openRuns());
            if (open >= limits.openRuns()) {
                throw refused("%d runs are open, and at most %d may be".formatted(open, limits.openRuns()), COME_BACK);
            }
            // An eighth of what is left, so that runs are counted seldom and never far beyond the limit.
            share.left = Math.max(1, (limits.openRuns() - open) / 8);
        }
        share.left--;
        share.starts++;
    }

    private static Refused refused(String why, Duration wait) {
        return new Refused(
                RefusalCode.RATE_LIMITED,
                "this tenant has to wait: " + why,
                JsonObject.of("scope", "tenant").with("retryAfterMs", wait.toMillis()));
    }
}
