package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptIssuerTest {

    private static final TraceContext TRACE = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
    private static final Payment PAYMENT = new Payment("internal", "step-001", 500, "USD");

    /// The payload of the specification's section 3.5, with its signature.
    @Test
    void theExampleOfTheSpecificationVerifies() {
        String payload = """
                {
                  "iss": "https://orchestrator.example.com",
                  "aud": "https://tool.example.com",
                  "iat": 1706000000,
                  "rid": "019abc12-def3-7890-abcd-ef1234567890",
                  "amt": 500,
                  "cur": "USD",
                  "payment": { "rail": "internal", "reference": "step-001" },
                  "ext": {
                    "org.peacprotocol/workflow": {
                      "workflow_id": "wf_01HXZ5NWJQ8QJXKZ3V5N7BMGHC",
                      "step_id": "step_01HXZ5NWJQ8QJXKZ3V5N7BMGHD",
                      "parent_step_ids": ["step_01HXZ5NWJQ8QJXKZ3V5N7BMGHA"],
                      "orchestrator_id": "agent:orchestrator@example.com",
                      "tool_name": "web_search",
                      "framework": "mcp"
                    }
                  }
                }
                """;
        var valid =
                Samples.valid(Samples.verifier().verify(Samples.sign(Samples.KEY, Samples.header(Wire.V0_1), payload)));
        assertThat(valid.receipt().workflow()).isEqualTo(Samples.context());
        assertThat(valid.warnings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void whatIsIssuedVerifiesAndReadsBackTheSame(Wire wire) {
        Receipt issued = Samples.issuer(wire).issue(Samples.draft().build());
        Receipt verified =
                Samples.valid(Samples.verifier().verify(issued.compact())).receipt();
        assertThat(verified).isEqualTo(issued);
        assertThat(verified.claims()).isEqualTo(issued.claims());
        assertThat(verified.workflow()).isEqualTo(Samples.context());
        assertThat(verified.wire()).isEqualTo(wire);
        assertThat(verified.id()).isEqualTo(Samples.RECEIPT_ID);
        assertThat(verified.issuer()).isEqualTo(Samples.ISSUER);
        assertThat(verified.issuedAt()).isEqualTo(Samples.NOW);
        assertThat(verified.kid()).isEqualTo(Samples.KEY.kid());
        assertThat(verified.summary()).isNull();
        assertThat(verified.ref()).isEqualTo(Digest.of(issued.compact().getBytes(StandardCharsets.US_ASCII)));
        assertThat(Receipt.decode(issued.compact()).claims()).isEqualTo(issued.claims());
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void everyOptionalPartTravels(Wire wire) {
        JsonValue group = new JsonObject(Samples.json("{\"nested\":{\"deep\":[1,2.50,\"é漢🚚\",null,true]}}")
                .members());
        Receipt issued = Samples.issuer(wire)
                .issue(Samples.draft()
                        .payment(PAYMENT)
                        .trace(TRACE)
                        .subject("https://example.com/article")
                        .audience(wire == Wire.V0_1 ? "https://tool.example.com" : null)
                        .extension("com.example/custom", group)
                        .build());
        Receipt verified =
                Samples.valid(Samples.verifier().verify(issued.compact())).receipt();
        assertThat(verified.extensions().get("com.example/custom")).isEqualTo(group);
        JsonObject correlation =
                verified.extensions().object("org.peacprotocol/correlation").orElseThrow();
        assertThat(correlation.string("trace_id")).contains(TRACE.traceId());
        assertThat(correlation.string("span_id")).contains(TRACE.spanId());
        if (wire == Wire.V0_1) {
            assertThat(verified.claims().string("aud")).contains("https://tool.example.com");
            assertThat(verified.claims().get("amt")).isEqualTo(JsonNumber.of(500));
            assertThat(verified.claims().object("subject"))
                    .contains(Samples.json("{\"uri\":\"https://example.com/article\"}"));
        } else {
            assertThat(correlation.string("workflow_id")).contains(Samples.WORKFLOW.value());
            assertThat(verified.claims().string("sub")).contains("https://example.com/article");
            assertThat(verified.extensions()
                            .object("org.peacprotocol/commerce")
                            .orElseThrow()
                            .string("amount_minor"))
                    .contains("500");
        }
    }

    @Test
    void anUnpaidReceiptOfWire01IsAnAttestationForTenYears() {
        Receipt issued = Samples.issuer(Wire.V0_1)
                .issue(ReceiptDraft.builder(Samples.RECEIPT_ID, Samples.NOW)
                        .subject("agent:writer")
                        .build());
        assertThat(issued.expiresAt()).isEqualTo(Samples.NOW + 315_360_000L);
        assertThat(issued.claims().string("sub")).contains("agent:writer");
        assertThat(issued.claims().string("aud")).contains(Samples.ISSUER);
        assertThat(issued.claims().has("ext")).isFalse();
        assertThat(issued.workflow()).isNull();
        Samples.valid(Samples.verifier().verify(issued.compact()));
    }

    @Test
    void wire02WarnsOfWhatPeacToolsDoNotKnow() {
        Receipt issued = Samples.issuer(Wire.V0_2).issue(Samples.draft().build());
        assertThat(Samples.valid(Samples.verifier().verify(issued.compact())).warnings())
                .containsExactly(
                        new Warning("unknown_extension_preserved", "/extensions/org.peacprotocol~1workflow"),
                        new Warning("type_unregistered", "/type"));
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void theSameDraftGivesTheSameBytes(Wire wire) {
        assertThat(Samples.issuer(wire).issue(Samples.draft().build()).compact())
                .isEqualTo(Samples.issuer(wire).issue(Samples.draft().build()).compact());
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void anIssuerWithoutANameIsNamedAfterItsKey(Wire wire) {
        var issuer = new ReceiptIssuer(Samples.KEY, wire, null);
        String digits = Samples.KEY.verificationKey().thumbprint().hex().substring(0, 32);
        assertThat(issuer.issuer()).isEqualTo("https://k-" + digits + ".waybill.invalid");
        assertThat(ReceiptIssuer.isSelfAsserted(issuer.issuer())).isTrue();
        assertThat(ReceiptIssuer.isSelfAsserted(Samples.ISSUER)).isFalse();
        KeySet keys = KeySet.anyIssuer(Samples.KEY.verificationKey());
        Receipt issued = issuer.issue(Samples.draft().build());
        Samples.valid(Samples.verifier(keys).verify(issued.compact()));
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aSelfAssertedNameHoldsForNoOtherKey(Wire wire) {
        String borrowed = new ReceiptIssuer(Samples.KEY, wire, null).issuer();
        Receipt issued = new ReceiptIssuer(Samples.OTHER_KEY, wire, borrowed)
                .issue(Samples.draft().build());
        KeySet keys = KeySet.anyIssuer(Samples.KEY.verificationKey(), Samples.OTHER_KEY.verificationKey());
        assertThat(Samples.code(Samples.verifier(keys).verify(issued.compact())))
                .isEqualTo(Code.E_INVALID_ISSUER);
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aBadClaimGetsNoSignature(Wire wire) {
        refused(wire, ReceiptDraft.builder("", 1), Code.E_INVALID_FORMAT);
        refused(
                wire,
                Samples.draft().extension("org.peacprotocol/workflow-summary", JsonObject.EMPTY),
                Code.E_WORKFLOW_SUMMARY_INVALID);
        refused(
                wire,
                ReceiptDraft.builder(Samples.RECEIPT_ID, 1)
                        .extension(WorkflowContext.WORKFLOW_EXTENSION_KEY, JsonObject.EMPTY),
                Code.E_WORKFLOW_ID_INVALID);
        refused(
                wire,
                ReceiptDraft.builder(Samples.RECEIPT_ID, 1)
                        .workflow(WorkflowContext.builder(Samples.WORKFLOW, Samples.STEP)
                                .withholdParents()
                                .build()),
                Code.E_WORKFLOW_CONTEXT_INVALID);
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> new ReceiptIssuer(Samples.KEY, wire, "http://plain.example")
                        .issue(Samples.draft().build()));
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void whatIsNotStrictJsonGetsNoSignature(Wire wire) {
        refused(wire, custom(new JsonString("\uD800")), Code.E_IJSON_INVALID_STRING);
        refused(wire, custom(new JsonString("\uFFFE")), Code.E_IJSON_INVALID_STRING);
        refused(wire, custom(new JsonNumber("1e400")), Code.E_IJSON_NUMBER_OUT_OF_RANGE);
        refused(wire, custom(JsonNumber.of(1L << 53)), Code.E_IJSON_NUMBER_OUT_OF_RANGE);
        JsonValue deep = JsonArray.EMPTY;
        for (int i = 0; i < 40; i++) {
            deep = JsonArray.of(deep);
        }
        refused(wire, custom(deep), Code.E_CONSTRAINT_VIOLATION);
    }

    @Test
    void anOversizedReceiptGetsNoSignature() {
        var draft = ReceiptDraft.builder(Samples.RECEIPT_ID, 1);
        for (int i = 0; i < 4; i++) {
            draft.extension("com.example/part" + i, new JsonString("x".repeat(60_000)));
        }
        refused(Wire.V0_1, draft, Code.E_CONSTRAINT_VIOLATION);
    }

    @Test
    void aTypeWithoutItsGroupGetsNoSignature() {
        refused(
                Wire.V0_2,
                ReceiptDraft.builder(Samples.RECEIPT_ID, 1).type("org.peacprotocol/payment"),
                Code.E_EXTENSION_GROUP_REQUIRED);
        Samples.issuer(Wire.V0_2)
                .issue(ReceiptDraft.builder(Samples.RECEIPT_ID, 1)
                        .type("org.peacprotocol/payment")
                        .payment(PAYMENT)
                        .build());
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void anExtensionCannotReplaceWhatTheDraftSays(Wire wire) {
        var draft = Samples.draft()
                .extension(
                        WorkflowContext.WORKFLOW_EXTENSION_KEY,
                        Samples.context().toJson());
        assertThatThrownBy(() -> Samples.issuer(wire).issue(draft.build()))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("org.peacprotocol/workflow");
    }

    @Test
    void aDraftDoesNotChangeWithItsBuilder() {
        var builder = Samples.draft();
        ReceiptDraft draft = builder.build();
        builder.extension("com.example/late", JsonObject.EMPTY);
        assertThat(draft.extensions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"usd", "US", "USDC", "", "U$D"})
    void aCurrencyHasThreeCapitalLetters(String currency) {
        assertThatThrownBy(() -> new Payment("internal", "1", 1, currency)).isInstanceOf(Rejected.class);
        assertThatThrownBy(() -> new Payment("internal", "1", -1, "USD")).isInstanceOf(Rejected.class);
    }

    @Test
    void anAudienceThatTheWireCannotKeepIsRefused() {
        ReceiptDraft draft =
                Samples.draft().audience("https://tool.example.com").build();
        assertThatThrownBy(() -> Samples.issuer(Wire.V0_2).issue(draft))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("Wire 0.1");
    }

    @Test
    void traceparentsAreReadStrictly() {
        String good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assertThat(TraceContext.ofTraceparent(good)).contains(TRACE);
        assertThat(TraceContext.ofTraceparent("cc" + good.substring(2) + "-future"))
                .contains(TRACE);
        for (String bad : List.of(
                "",
                good + "-more",
                "ff" + good.substring(2),
                "0g" + good.substring(2),
                good.substring(0, 53) + "zz",
                good.substring(0, 54),
                good.toUpperCase(java.util.Locale.ROOT),
                good.replace("00f067aa0ba902b7", "0".repeat(16)),
                good.replace("4bf92f3577b34da6a3ce929d0e0e4736", "0".repeat(32)))) {
            assertThat(TraceContext.ofTraceparent(bad)).as(bad).isEmpty();
        }
    }

    private static ReceiptDraft.Builder custom(JsonValue value) {
        return ReceiptDraft.builder(Samples.RECEIPT_ID, 1).extension("com.example/custom", value);
    }

    private static void refused(Wire wire, ReceiptDraft.Builder draft, Code code) {
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> Samples.issuer(wire).issue(draft.build()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }
}
