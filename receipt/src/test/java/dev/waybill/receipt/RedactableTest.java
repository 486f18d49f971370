package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.StepId;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactableTest {

    private static final String CONTEXT = """
            {"workflow_id":"wf_01HXZ5NWJQ8QJXKZ3V5N7BMGHC","step_id":"step_01HXZ5NWJQ8QJXKZ3V5N7BMGHD"%s}""";

    private final String disclosure = Redactable.disclose(List.of(Samples.PARENT), new SecureRandom());

    @ParameterizedTest
    @EnumSource(Wire.class)
    void withheldParentsVerifyAndComeBackWithTheirDisclosure(Wire wire) {
        Receipt receipt = verified(wire);
        assertThat(receipt.compact()).doesNotContain(Samples.PARENT.value());
        assertThat(receipt.claims().toString()).doesNotContain(Samples.PARENT.value());
        var withheld = java.util.Objects.requireNonNull(receipt.workflow());
        assertThat(withheld.parentsWithheld()).isTrue();
        assertThat(withheld.isRoot()).isFalse();
        assertThat(Redactable.reveal(receipt, disclosure)).isEqualTo(Samples.context());
    }

    @Test
    void anotherDisclosureOfTheSameParentsIsRefused() {
        String other = Redactable.disclose(List.of(Samples.PARENT), new SecureRandom());
        assertThat(other).isNotEqualTo(disclosure);
        refusedReveal(verified(Wire.V0_1), other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "W10", "AAAA", "é"})
    void aDisclosureThatIsNoneIsRefused(String text) {
        refusedReveal(verified(Wire.V0_1), text);
    }

    @Test
    void aReceiptThatWithholdsNothingHasNoDisclosure() {
        refusedReveal(Samples.issuer(Wire.V0_1).issue(Samples.draft().build()), disclosure);
    }

    @Test
    void aDisclosureOfOtherParentsIsNotSigned() {
        String lie = Redactable.disclose(List.of(new StepId("step_01HXZ5NWJQ8QJXKZ3V5N7BMGHZ")), new SecureRandom());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samples.draft().disclosure(lie).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReceiptDraft.builder(Samples.RECEIPT_ID, 1)
                        .disclosure(disclosure)
                        .build());
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void parentsThatAreMerelyMissingAreRefused(Wire wire) {
        assertThat(code(wire, CONTEXT.formatted(""), null)).isEqualTo(Code.E_WORKFLOW_CONTEXT_INVALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "{}",
                "[]",
                "{\"_sd\":[],\"_sd_alg\":\"sha-256\"}",
                "{\"_sd\":[\"short\"],\"_sd_alg\":\"sha-256\"}",
                "{\"_sd\":[5],\"_sd_alg\":\"sha-256\"}",
                "{\"_sd\":[\"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k\"],\"_sd_alg\":\"md5\"}",
                "{\"_sd\":[\"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k\"]}",
                "{\"_sd\":[\"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k\"],\"_sd_alg\":\"sha-256\",\"more\":1}",
            })
    void onlyARealCommitmentExcusesMissingParents(String commitment) {
        for (Wire wire : Wire.values()) {
            assertThat(code(wire, CONTEXT.formatted(""), commitment)).isEqualTo(Code.E_WORKFLOW_CONTEXT_INVALID);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void parentsInTheClearBesideACommitmentAreRefused(Wire wire) {
        String commitment = "{\"_sd\":[\"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k\"],\"_sd_alg\":\"sha-256\"}";
        assertThat(code(wire, CONTEXT.formatted(",\"parent_step_ids\":[]"), commitment))
                .isEqualTo(Code.E_WORKFLOW_CONTEXT_INVALID);
        assertThat(Samples.verifier().verify(signed(wire, CONTEXT.formatted(""), commitment)))
                .isInstanceOf(ReceiptCheck.Valid.class);
    }

    private Receipt verified(Wire wire) {
        Receipt issued = Samples.issuer(wire)
                .issue(Samples.draft().disclosure(disclosure).build());
        return Samples.valid(Samples.verifier().verify(issued.compact())).receipt();
    }

    private static void refusedReveal(Receipt receipt, String text) {
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> Redactable.reveal(receipt, text))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Code.E_WORKFLOW_CONTEXT_INVALID));
    }

    private static Code code(Wire wire, String context, @org.jspecify.annotations.Nullable String commitment) {
        var check = Samples.invalid(Samples.verifier().verify(signed(wire, context, commitment)));
        assertThat(check.pointer()).startsWith("/" + wire.extensionsClaim() + "/org.peacprotocol~1workflow");
        return check.code();
    }

    /// Signed by hand: our issuer would refuse to.
    private static String signed(Wire wire, String context, @org.jspecify.annotations.Nullable String commitment) {
        JsonObject claims = Samples.issuer(wire)
                .issue(ReceiptDraft.builder(Samples.RECEIPT_ID, Samples.NOW).build())
                .claims();
        String groups = "{\"org.peacprotocol/workflow\":" + context
                + (commitment == null ? "" : ",\"dev.waybill/redactable\":" + commitment) + "}";
        return Samples.sign(
                Samples.KEY,
                Samples.header(wire),
                claims.with(wire.extensionsClaim(), Samples.json(groups)).toString());
    }
}
