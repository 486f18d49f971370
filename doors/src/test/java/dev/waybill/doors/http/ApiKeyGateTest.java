package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.doors.http.Gatekeeper.Admission;
import dev.waybill.runtime.Caller;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// API keys open the gate for their tenant, while they last.
class ApiKeyGateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String KEY = ApiKeyGate.newKey(new Random(3));

    private final ApiKeyGate gate = gate(NOW.plusSeconds(1));

    @Test
    void aKnownKeyAdmitsItsTenantWithTheScopesOfTheKey() {
        Admission holder = new Admission.Admitted(new Caller("acme", "key-1", OneApiKey.SCOPES));
        assertThat(gate.bearer("Bearer " + KEY)).isEqualTo(holder);
        assertThat(gate.bearer("bearer  " + KEY + " ")).isEqualTo(holder);
    }

    @Test
    void everythingElseIsRefusedWithItsReason() {
        assertThat(why(gate.bearer(null))).contains("Authorization: Bearer wbk_");
        assertThat(why(gate.bearer("Basic abc"))).contains("another scheme");
        assertThat(why(gate.bearer("Bearer abc"))).contains("another kind of token");
        assertThat(why(gate.bearer("Bearer " + KEY.substring(1)))).contains("another kind of token");
        assertThat(why(gate.bearer("Bearer " + KEY + "A")))
                .contains("not known")
                .doesNotContain(KEY);
    }

    @Test
    void anExpiredKeyIsRefusedFromItsLastInstantOn() {
        assertThat(why(gate(NOW).bearer("Bearer " + KEY))).contains("key-1 has expired");
    }

    @Test
    void keysAreLongAndNeverTheSame() {
        assertThat(KEY).startsWith("wbk_").hasSize(47);
        assertThat(ApiKeyGate.newKey(new Random(4))).isNotEqualTo(KEY);
    }

    private static ApiKeyGate gate(Instant expiry) {
        return new ApiKeyGate(new OneApiKey(KEY, "acme", expiry), InstantSource.fixed(NOW));
    }

    private static String why(Admission admission) {
        return ((Admission.Refused) admission).why();
    }
}
