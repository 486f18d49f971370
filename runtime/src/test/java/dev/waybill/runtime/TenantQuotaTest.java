package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Families;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a tenant may start beside others.
class TenantQuotaTest {

    private final Map<String, Long> open = new HashMap<>();
    private int counts;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    private final Families store = new Families() {
        @Override
        public long familySize(RunId first, long most) {
            throw new IllegalStateException("nobody asks");
        }

        @Override
        public long openRuns(String tenant, long most) {
            counts++;
            return Math.min(most, open.getOrDefault(tenant, 0L));
        }
    };

    private int started(TenantQuota quota, String tenant, int tries) {
        int started = 0;
        for (int i = 0; i < tries; i++) {
            try {
                quota.admit(tenant);
                open.merge(tenant, 1L, Long::sum);
                started++;
            } catch (Refused refused) {
                assertThat(refused.code()).isEqualTo(RefusalCode.RATE_LIMITED);
            }
        }
        return started;
    }

    @Test
    void aTenantStartsNoMoreThanMayBeOpenAndGoesOnWhenSomeHaveEnded() {
        TenantQuota quota = new TenantQuota(store, new TenantLimits(100, Long.MAX_VALUE), () -> now);
        assertThat(started(quota, "evil", 1_000)).isEqualTo(100);
        assertThat(started(quota, "acme", 5)).isEqualTo(5);
        open.put("evil", 90L);
        assertThat(started(quota, "evil", 1_000)).isEqualTo(10);
    }

    @Test
    void openRunsAreCountedSeldom() {
        TenantQuota quota = new TenantQuota(store, new TenantLimits(10_000, Long.MAX_VALUE), () -> now);
        assertThat(started(quota, "acme", 5_000)).isEqualTo(5_000);
        assertThat(counts).isLessThan(20);
    }

    @Test
    void startsAreCountedByTheMinute() {
        TenantQuota quota = new TenantQuota(store, new TenantLimits(Long.MAX_VALUE, 3), () -> now);
        assertThat(started(quota, "evil", 10)).isEqualTo(3);
        now = now.plusSeconds(59);
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> quota.admit("evil"))
                .satisfies(refused ->
                        assertThat(refused.details()).hasToString("{\"scope\":\"tenant\",\"retryAfterMs\":1000}"));
        now = now.plusSeconds(1);
        assertThat(started(quota, "evil", 10)).isEqualTo(3);
    }

    @Test
    void whereNothingIsSetNothingIsCounted() {
        TenantQuota quota = new TenantQuota(store, TenantLimits.NONE, () -> now);
        assertThatCode(() -> started(quota, "acme", 1_000)).doesNotThrowAnyException();
        assertThat(counts).isZero();
    }
}
