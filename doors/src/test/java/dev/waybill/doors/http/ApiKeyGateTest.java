package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.doors.http.Gatekeeper.Admission;
import dev.waybill.journal.store.ApiKeys;
import dev.waybill.runtime.Caller;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// API keys open the gate for their tenant, while they last.
class ApiKeyGateTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String KEY = ApiKeyGate.newKey(new Random(3));

    private final ApiKeyGate gate = gate(NOW.plusSeconds(1));

    @Test
    void aKnownKeyAdmitsItsTenantWithTheScopesOfTheKey() {
        Admission holder = new Admission.Admitted(new Caller("acme", "key-1", OneApiKey.SCOPES));
        assertThat(gate.admit(Credentials.bearer("Bearer " + KEY))).isEqualTo(holder);
        assertThat(gate.admit(Credentials.bearer("bearer  " + KEY + " "))).isEqualTo(holder);
    }

    @Test
    void everythingElseIsRefusedWithItsReason() {
        assertThat(why(gate.admit(new Credentials(null, null, true, null, null, null, ""))))
                .contains("Authorization: Bearer wbk_");
        assertThat(why(gate.admit(Credentials.bearer("Basic abc")))).contains("another scheme");
        assertThat(why(gate.admit(Credentials.bearer("Bearer abc")))).contains("another kind of token");
        assertThat(why(gate.admit(Credentials.bearer("Bearer " + KEY.substring(1)))))
                .contains("another kind of token");
        assertThat(why(gate.admit(Credentials.bearer("Bearer " + KEY + "A"))))
                .contains("not known")
                .doesNotContain(KEY);
    }

    @Test
    void aKeyThatEndedIsRefusedFromItsLastInstantOnAndNotCalledExpiredWhenItMayBeRevoked() {
        assertThat(why(gate(NOW).admit(Credentials.bearer("Bearer " + KEY))))
                .contains("key-1 ended on " + NOW, "revoked")
                .doesNotContain("has expired");
    }

    @Test
    void aKnownKeyIsLetInHoweverManyUnknownOnesCameFromItsAddress() {
        for (int i = 0; i <= FailedAttempts.MOST; i++) {
            gate.admit(Credentials.bearer("Bearer wbk_wrong" + i));
        }
        assertThat(gate.admit(Credentials.bearer("Bearer " + KEY))).isInstanceOf(Admission.Admitted.class);
        assertThat(gate.admit(Credentials.bearer("Bearer wbk_wrong"))).isInstanceOf(Admission.Barred.class);
    }

    @Test
    void unknownKeysOfABarredAddressAreNotLookedUpOneByOne() {
        AtomicInteger reads = new AtomicInteger();
        ApiKeys none = (ApiKeys) Proxy.newProxyInstance(
                ApiKeys.class.getClassLoader(), new Class<?>[] {ApiKeys.class}, (_, method, _) -> {
                    reads.incrementAndGet();
                    return method.getName().equals("apiKeys") ? List.of() : Optional.empty();
                });
        ApiKeyGate asked = new ApiKeyGate(none, InstantSource.fixed(NOW));
        for (int i = 0; i < 10 * FailedAttempts.MOST; i++) {
            asked.admit(Credentials.bearer("Bearer wbk_wrong" + i));
        }
        assertThat(reads).hasValue(FailedAttempts.MOST + 1);
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
