package dev.waybill.runtime;

/// How much one tenant may start.
///
/// @param openRuns how many of its runs may be open when it starts another one
/// @param startsPerMinute how many it may start within a minute in one process
public record TenantLimits(long openRuns, long startsPerMinute) {

    public static final TenantLimits NONE = new TenantLimits(Long.MAX_VALUE, Long.MAX_VALUE);

    public TenantLimits {
        if (openRuns < 1 || startsPerMinute < 1) {
            throw new IllegalArgumentException("a tenant may start one run at least");
        }
    }
}
