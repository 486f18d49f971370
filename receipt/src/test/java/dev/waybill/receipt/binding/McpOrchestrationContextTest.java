package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class McpOrchestrationContextTest {

    private static final McpOrchestrationContext CALL =
            McpOrchestrationContext.of("session-1", "https://mcp.example.com/mcp", "call-7", "web_search");
    private static final WorkflowContext STEP =
            Issued.context("A").toolName("web_search").framework("mcp").build();

    @Test
    void whatIsWrittenIsReadBack() {
        Seeds.check(300, random -> {
            var call = new McpOrchestrationContext(
                    RandomText.name(random),
                    "https://mcp.example.com/" + random.nextInt(),
                    RandomText.name(random),
                    RandomText.name(random),
                    random.nextBoolean() ? Issued.WORKFLOW : null,
                    random.nextBoolean() ? Issued.step("A") : null);
            JsonValue json =
                    JsonReader.read(call.toJson().toString().getBytes(StandardCharsets.UTF_8), JsonLimits.RECEIPT);
            assertThat(McpOrchestrationContext.parse(json)).isEqualTo(call);
        });
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aReceiptOnEitherWireCarriesItAndStillVerifies(Wire wire) {
        Receipt receipt = Issued.issuer(wire).issue(draft(1, STEP, CALL.boundTo(STEP)));
        var verifier = new ReceiptVerifier(
                KeySet.of(Issued.ISSUER, Issued.KEY.verificationKey()), VerifierOptions.at(Issued.TIME + 10));
        assertThat(verifier.verify(receipt.compact())).isInstanceOf(ReceiptCheck.Valid.class);
        assertThat(receipt.extensions().has("org.peacprotocol/mcp")).isTrue();
        assertThat(McpOrchestrationContext.read(
                        Receipt.decode(receipt.compact()).claims()))
                .contains(CALL.boundTo(STEP));
    }

    @Test
    void aReceiptWithoutAnMcpCallGivesNone() {
        assertThat(McpOrchestrationContext.read(Issued.any().claims())).isEmpty();
    }

    @Test
    void theSpecificationsOwnPlaceIsReadToo() {
        JsonObject claims = inAuth(CALL.toJson());
        assertThat(McpOrchestrationContext.read(claims)).contains(CALL);
        JsonObject twice = claims.with("ext", group(CALL.toJson()));
        assertThat(McpOrchestrationContext.read(twice)).contains(CALL);
    }

    @Test
    void twoPlacesWithDifferentCallsAreRefused() {
        JsonObject other = CALL.toJson().with("tool_call_id", "call-8");
        JsonObject claims = inAuth(CALL.toJson()).with("ext", group(other));
        Refused.with(Code.E_INVALID_FORMAT, "two places", () -> McpOrchestrationContext.read(claims));
    }

    @Test
    void anotherWorkflowThanTheReceiptsIsRefused() {
        var foreign = new McpOrchestrationContext(
                "s", "https://mcp.example.com", "c", "t", new WorkflowId("wf_" + "x".repeat(26)), null);
        Refused.with(Code.E_WORKFLOW_CONTEXT_INVALID, Issued.WORKFLOW.value(), () -> foreign.boundTo(STEP));
        Refused.with(
                Code.E_WORKFLOW_CONTEXT_INVALID,
                "workflow_id",
                () -> Issued.issuer(Wire.V0_1).issue(draft(1, STEP, foreign)));
    }

    @Test
    void anotherStepThanTheReceiptsIsRefused() {
        var foreign = new McpOrchestrationContext("s", "https://mcp.example.com", "c", "t", null, Issued.step("Z"));
        Refused.with(Code.E_WORKFLOW_CONTEXT_INVALID, "step_id", () -> foreign.boundTo(STEP));
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aMalformedContextIsNeverSignedOnEitherWire(Wire wire) {
        Refused.with(
                Code.E_INVALID_FORMAT,
                "tool_call_id",
                () -> Issued.issuer(wire)
                        .issue(Issued.draft(1)
                                .workflow(STEP)
                                .extension(
                                        McpOrchestrationContext.EXTENSION_KEY,
                                        CALL.toJson().without("tool_call_id"))
                                .build()));
    }

    @Test
    void missingMistypedAndUnknownMembersAreRefused() {
        for (String name : CALL.toJson().names()) {
            Refused.with(
                    Code.E_INVALID_FORMAT,
                    name,
                    () -> McpOrchestrationContext.parse(CALL.toJson().without(name)));
            for (JsonValue wrong : List.of(JsonNumber.of(1), JsonNull.NULL, JsonArray.EMPTY, JsonObject.EMPTY)) {
                Refused.with(
                        Code.E_INVALID_FORMAT,
                        name,
                        () -> McpOrchestrationContext.parse(CALL.toJson().with(name, wrong)));
            }
        }
        JsonObject unknown = CALL.toJson().with("secret", "x");
        Refused.with(Code.E_INVALID_FORMAT, "secret", () -> McpOrchestrationContext.parse(unknown));
        Refused.with(Code.E_INVALID_FORMAT, "object", () -> McpOrchestrationContext.parse(JsonArray.EMPTY));
    }

    @Test
    void badIdsAreRefusedWithTheirOwnCodes() {
        JsonObject workflow = CALL.toJson().with("workflow_id", "wf_short");
        JsonObject step = CALL.toJson().with("step_id", "step_short");
        Refused.with(Code.E_WORKFLOW_ID_INVALID, "wf_", () -> McpOrchestrationContext.parse(workflow));
        Refused.with(Code.E_WORKFLOW_STEP_ID_INVALID, "step_", () -> McpOrchestrationContext.parse(step));
    }

    @Test
    void textsHaveBothLimits() {
        String longest = "x".repeat(256);
        assertThat(McpOrchestrationContext.of(longest, "stdio:server", longest, longest)
                        .toolName())
                .hasSize(256);
        for (String bad : List.of("", "x".repeat(257), "a\nb", "\uD800", "x" + "😀".repeat(200))) {
            Refused.with(
                    Code.E_INVALID_FORMAT,
                    "mcp_session_id",
                    () -> McpOrchestrationContext.of(bad, "stdio:server", "c", "t"));
        }
    }

    @Test
    void aServerUriIsAbsoluteAndHoldsNoPassword() {
        for (String bad : List.of("mcp.example.com", "/mcp", "https://u:p@mcp.example.com", "https://a b", "")) {
            Refused.with(Code.E_INVALID_FORMAT, "mcp_server_uri", () -> McpOrchestrationContext.of("s", bad, "c", "t"));
        }
    }

    @Test
    void receiptsAreGroupedBySession() {
        Receipt first = call(1, "A", "s1", "c1");
        Receipt progress = call(2, "A", "s1", "c1");
        Receipt elsewhere = call(4, "C", "s2", "c1");
        McpSessions sessions = McpSessions.of(List.of(first, progress, elsewhere, Issued.any()));
        assertThat(sessions.ids()).containsExactly("s1", "s2");
        assertThat(sessions.receipts("s1")).containsExactly(first, progress);
        assertThat(sessions.receipts("s3")).isEmpty();
    }

    private static Receipt call(long number, String step, String session, String call) {
        var context = McpOrchestrationContext.of(session, "stdio:server", call, "t");
        return Issued.issuer(Wire.V0_1).issue(draft(number, Issued.context(step).build(), context));
    }

    private static ReceiptDraft draft(long number, WorkflowContext workflow, McpOrchestrationContext call) {
        return Issued.draft(number)
                .workflow(workflow)
                .extension(McpOrchestrationContext.EXTENSION_KEY, call.toJson())
                .build();
    }

    private static JsonObject inAuth(JsonObject call) {
        return JsonObject.builder()
                .put("auth", JsonObject.builder().put("extensions", group(call)).build())
                .build();
    }

    private static JsonObject group(JsonObject call) {
        return JsonObject.builder()
                .put(McpOrchestrationContext.EXTENSION_KEY, call)
                .build();
    }
}
