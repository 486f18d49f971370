package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.testkit.Interop;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Receipts that PEAC's own verifier judged get the same judgement here, or the stricter one we promise.
class ReceiptCorpusInteropTest {

    private static final String RECEIPTS = "peac/corpus/receipts.ndjson";

    @TestFactory
    Stream<DynamicTest> receiptsGetTheJudgementOfThePeacVerifier() {
        return Cases.tests(Cases.lines(RECEIPTS), "name", aCase -> judged(aCase, verify(aCase)));
    }

    @TestFactory
    Stream<DynamicTest> receiptsKeepTheirName() {
        return Cases.tests(
                Cases.lines(RECEIPTS),
                "name",
                aCase -> assertThat(verify(aCase).ref().toString()).isEqualTo(Cases.text(aCase, "receipt_ref")));
    }

    @TestFactory
    Stream<DynamicTest> readingWithoutAKeyAgreesWithVerifying() {
        return Cases.tests(Cases.lines(RECEIPTS), "name", aCase -> {
            if (verify(aCase) instanceof ReceiptCheck.Valid valid) {
                assertThat(Receipt.decode(Cases.text(aCase, "jws"))).isEqualTo(valid.receipt());
            }
        });
    }

    private static ReceiptCheck verify(JsonObject aCase) {
        KeySet keys = KeySet.fromJson(Samples.json(Interop.text("peac/corpus/jwks.json")));
        return new ReceiptVerifier(keys, VerifierOptions.at(1_794_700_000)).verify(Cases.text(aCase, "jws"));
    }

    private static void judged(JsonObject aCase, ReceiptCheck check) {
        JsonObject expected = Cases.object(aCase, "expected");
        String name = Cases.text(aCase, "name");
        if (!Cases.flag(expected, "valid")) {
            assertThat(Samples.code(check).name()).isEqualTo(Cases.text(expected, "code"));
        } else if (name.startsWith("b64-")) {
            assertThat(Samples.code(check)).isEqualTo(Code.E_INVALID_FORMAT);
        } else if (aCase.has("note")) {
            assertThat(Samples.code(check).name()).startsWith("E_WORKFLOW_");
            assertThat(Samples.invalid(check).pointer()).startsWith("/extensions/org.peacprotocol~1workflow");
        } else {
            assertThat(Samples.valid(check).warnings()).containsExactlyElementsOf(warnings(expected));
            assertThat(Samples.valid(check).receipt().workflow() != null)
                    .isEqualTo(Samples.valid(check).receipt().extensions().has(WorkflowContext.WORKFLOW_EXTENSION_KEY));
        }
    }

    /// In PEAC's order.
    private static List<Warning> warnings(JsonObject expected) {
        return expected.array("warnings").orElse(JsonArray.EMPTY).items().stream()
                .map(item -> item.asObject().orElseThrow())
                .map(item -> new Warning(Cases.text(item, "code"), Cases.text(item, "pointer")))
                .toList();
    }
}
