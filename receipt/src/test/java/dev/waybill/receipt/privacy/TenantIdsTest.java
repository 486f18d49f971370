package dev.waybill.receipt.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Seeds;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TenantIdsTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private final TenantIds tenant = new TenantIds(new byte[32]);

    @Test
    void theSameKeyGivesTheSameIdAgain() {
        Seeds.check(200, random -> {
            byte[] key = key(random);
            String scope = text(random);
            String id = text(random);
            var first = new TenantIds(key);
            var second = new TenantIds(key.clone());
            assertThat(first.workflowIdFromNative(scope, id)).isEqualTo(second.workflowIdFromNative(scope, id));
            assertThat(first.stepIdFromNative(scope, id)).isEqualTo(second.stepIdFromNative(scope, id));
            assertThat(first.agentPseudonym(scope, id)).isEqualTo(second.agentPseudonym(scope, id));
        });
    }

    @Test
    void theDerivationIsPinned() {
        // HMAC-SHA-256 with 32 zero bytes over the four parts with their lengths; computed independently.
        assertThat(tenant.workflowIdFromNative("run_id", "payroll").value())
                .isEqualTo("wf_4QFBY12H091916J2ZE7D1GE01K8THRSD");
        assertThat(tenant.stepIdFromNative("run_id", "payroll").value())
                .isEqualTo("step_VX1T3QS04KMWDC7DM4TMR3XNJDT7X3HN");
    }

    @Test
    void changingTheCallersKeyArrayAfterwardsChangesNothing() {
        byte[] key = new byte[32];
        var ids = new TenantIds(key);
        Arrays.fill(key, (byte) 1);
        assertThat(ids.workflowIdFromNative("run_id", "1")).isEqualTo(tenant.workflowIdFromNative("run_id", "1"));
    }

    @Test
    void tenantsAudiencesKindsAndIdsNeverMeet() {
        Set<String> seen = new LinkedHashSet<>();
        int derived = 0;
        for (int t = 0; t < 5; t++) {
            byte[] key = new byte[32];
            key[31] = (byte) t;
            var ids = new TenantIds(key);
            for (String scope : List.of("a", "b", "a.b", "")) {
                for (String id : List.of("1", "2", "12", "")) {
                    seen.add(payload(ids.workflowIdFromNative(scope, id).value()));
                    seen.add(payload(ids.stepIdFromNative(scope, id).value()));
                    seen.add(payload(ids.agentPseudonym(scope, id)));
                    seen.add(ids.correlationPseudonym(scope, id));
                    derived += 4;
                }
            }
        }
        assertThat(seen).hasSize(derived);
    }

    @Test
    void theBorderBetweenScopeAndIdMatters() {
        assertThat(tenant.workflowIdFromNative("a", "bc")).isNotEqualTo(tenant.workflowIdFromNative("ab", "c"));
        Seeds.check(200, random -> {
            String joined = text(random) + "xy";
            int cut = 1 + random.nextInt(joined.length() - 1);
            assertThat(tenant.stepIdFromNative(joined.substring(0, cut), joined.substring(cut)))
                    .isNotEqualTo(tenant.stepIdFromNative(joined.substring(0, cut - 1), joined.substring(cut - 1)))
                    .isNotEqualTo(tenant.stepIdFromNative(joined, ""))
                    .isNotEqualTo(tenant.stepIdFromNative("", joined));
        });
    }

    @Test
    void anExtendedIdIsUnrelated() {
        // A plain hash of key and id could be extended without the key; an HMAC cannot.
        String id = tenant.correlationPseudonym("a", "1");
        assertThat(tenant.correlationPseudonym("a", "1" + "\u0080\u0000")).isNotEqualTo(id);
        assertThat(tenant.correlationPseudonym("a", "1\u0000")).isNotEqualTo(id);
    }

    @Test
    void textThatIsNoUnicodeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> tenant.correlationPseudonym("a", "\uD83D"));
    }

    @Test
    void idsOfAnyNativeIdFitThePatternAndSayNothing() {
        Seeds.check(200, random -> {
            String nativeId = text(random);
            String id = new TenantIds(key(random))
                    .workflowIdFromNative("run_id", nativeId)
                    .value();
            assertThat(id).matches("wf_[0-9A-HJKMNP-TV-Z]{32}");
        });
        assertThat(tenant.stepIdFromNative("task_id", "").value()).hasSize("step_".length() + 32);
    }

    @Test
    void everyCharacterOfThePayloadVaries() {
        for (int at = 0; at < 32; at++) {
            Set<Character> seen = new LinkedHashSet<>();
            for (int i = 0; i < 400; i++) {
                seen.add(tenant.correlationPseudonym("a", Integer.toString(i)).charAt(at));
            }
            assertThat(seen).hasSize(32);
        }
    }

    @Test
    void traceAndSpanIdsGiveWorkflowAndStepIds() {
        assertThat(tenant.workflowIdFromTrace(TRACE).value()).doesNotContainIgnoringCase(TRACE);
        assertThat(tenant.stepIdFromSpan(TRACE, SPAN)).isEqualTo(tenant.stepIdFromSpan(TRACE, SPAN));
        assertThat(tenant.stepIdFromSpan(TRACE.replace('4', '5'), SPAN))
                .isNotEqualTo(tenant.stepIdFromSpan(TRACE, SPAN));
    }

    @Test
    void whatIsNoTraceOrSpanIdIsRefused() {
        for (String bad : List.of("", SPAN, TRACE + "0", TRACE.toUpperCase(Locale.ROOT), "0".repeat(32))) {
            assertThat(catchThrowableOfType(Rejected.class, () -> tenant.workflowIdFromTrace(bad)))
                    .extracting(Rejected::code)
                    .isEqualTo(Code.E_WORKFLOW_ID_INVALID);
        }
        for (String bad : List.of("", TRACE, SPAN + "\n", "0".repeat(16))) {
            assertThat(catchThrowableOfType(Rejected.class, () -> tenant.stepIdFromSpan(TRACE, bad)))
                    .extracting(Rejected::code)
                    .isEqualTo(Code.E_WORKFLOW_STEP_ID_INVALID);
        }
    }

    @Test
    void aShortKeyIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TenantIds(new byte[31]))
                .withMessageContaining("at least 32 random bytes, found 31");
    }

    private static byte[] key(Random random) {
        var key = new byte[32 + random.nextInt(64)];
        random.nextBytes(key);
        return key;
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append("abc/-\u0000é🚚".charAt(random.nextInt(7)));
        }
        return text.toString();
    }

    private static String payload(String id) {
        return id.substring(id.length() - 32);
    }
}
