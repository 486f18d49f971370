package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Claims.rejection;
import static dev.waybill.receipt.claims.Claims.wire02With;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The clock stands at 2024-03-03T21:06:40Z, when the receipts of these tests were issued.
class Wire02TimesTest {

    private static final long NOW = 1_709_500_000;
    private static final Warning SKEW = new Warning("occurred_at_skew", "/occurred_at");

    @Test
    void aReceiptMayBeDatedAsFarAheadAsClocksMayDiffer() {
        assertThat(check(wire02With("iat", Long.toString(NOW + 300)))).isEmpty();
        assertThat(rejection(() -> check(wire02With("iat", Long.toString(NOW + 301))))
                        .code())
                .isEqualTo(Code.E_NOT_YET_VALID);
    }

    @Test
    void whatOccurredBeforeItsReceiptNeedsNoWarning() {
        assertThat(check(occurred("2024-03-03T21:06:40Z"))).isEmpty();
        assertThat(check(occurred("2024-03-03T22:06:40+01:00"))).isEmpty();
    }

    @Test
    void whatOccurredAMillisecondAfterItsReceiptGivesAWarning() {
        assertThat(check(occurred("2024-03-03T21:06:40.001Z"))).containsExactly(SKEW);
    }

    @Test
    void whatOccursBeyondTheSkewIsRefused() {
        assertThat(check(occurred("2024-03-03T21:11:40Z"))).containsExactly(SKEW);
        var rejected = rejection(() -> check(occurred("2024-03-03T21:11:40.001Z")));
        assertThat(rejected.code()).isEqualTo(Code.E_OCCURRED_AT_FUTURE);
        assertThat(rejected.pointer()).isEqualTo("/occurred_at");
    }

    private static JsonObject occurred(String at) {
        return wire02With("occurred_at", "'" + at + "'");
    }

    private static List<Warning> check(JsonObject claims) {
        return Wire02Claims.checkTimes(claims, NOW, 300);
    }
}
