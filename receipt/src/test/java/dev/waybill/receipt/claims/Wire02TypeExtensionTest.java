package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Claims.rejection;
import static dev.waybill.receipt.claims.Claims.wire02;
import static dev.waybill.receipt.claims.Claims.wire02With;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import org.junit.jupiter.api.Test;

class Wire02TypeExtensionTest {

    private static final JsonObject PAYMENT = wire02With("type", "'org.peacprotocol/payment'");

    @Test
    void aPaymentWithoutAnyGroupLacksOne() {
        var rejected = rejection(() -> Wire02Claims.checkTypeExtension(PAYMENT));

        assertThat(rejected.code()).isEqualTo(Code.E_EXTENSION_GROUP_REQUIRED);
        assertThat(rejected).hasMessageContaining("expected org.peacprotocol/commerce");
    }

    @Test
    void aPaymentWithAnotherRegisteredGroupHasTheWrongOne() {
        assertThat(rejection(() -> Wire02Claims.checkTypeExtension(with(PAYMENT, "org.peacprotocol/identity")))
                        .code())
                .isEqualTo(Code.E_EXTENSION_GROUP_MISMATCH);
    }

    @Test
    void aGroupThatNobodyRegisteredDoesNotCountAsTheWrongOne() {
        assertThat(rejection(() -> Wire02Claims.checkTypeExtension(with(PAYMENT, "org.peacprotocol/workflow")))
                        .code())
                .isEqualTo(Code.E_EXTENSION_GROUP_REQUIRED);
    }

    @Test
    void theGroupThatBelongsToTheTypeSatisfiesIt() {
        passes(with(PAYMENT, "org.peacprotocol/commerce"));
    }

    @Test
    void aChallengeAndATypeOutsideTheRegistryNeedNoGroup() {
        passes(PAYMENT.with("kind", Claims.json("'challenge'")));
        passes(wire02());
    }

    private static JsonObject with(JsonObject claims, String group) {
        return claims.with(
                "extensions", JsonObject.builder().put(group, JsonObject.EMPTY).build());
    }

    private static void passes(JsonObject claims) {
        assertThatCode(() -> Wire02Claims.checkTypeExtension(claims)).doesNotThrowAnyException();
    }
}
