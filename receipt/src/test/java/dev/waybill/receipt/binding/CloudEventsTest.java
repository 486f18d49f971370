package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloudEventsTest {

    private static final Receipt A = Issued.receipt(
            1, Issued.context("A").toolName("plan").framework("mcp").build());
    private static final Receipt B =
            Issued.receipt(2, Issued.context("B", "A").prevReceiptHash(A.ref()).build());

    @Test
    void aRunStartsHasStepsAndEnds() {
        Receipt done = Issued.summary(9, WorkflowStatus.COMPLETED, null);
        assertThat(types(done, B, A))
                .containsExactly(
                        "org.peacprotocol.workflow.started",
                        "org.peacprotocol.workflow.step.completed",
                        "org.peacprotocol.workflow.step.completed",
                        "org.peacprotocol.workflow.completed");
    }

    @Test
    void everyOutcomeHasItsType() {
        var error = new WorkflowError(Issued.step("A"), "TIMEOUT", "no answer");
        Receipt failed = Issued.summary(9, WorkflowStatus.FAILED, error);
        assertThat(types(failed)).containsExactly("org.peacprotocol.workflow.failed");
        assertThat(CloudEvents.of(List.of(failed))
                        .toList()
                        .getFirst()
                        .object("data")
                        .orElseThrow()
                        .get("error_context"))
                .isEqualTo(error.toJson());
        assertThat(types(Issued.summary(9, WorkflowStatus.CANCELLED, null)))
                .containsExactly("org.peacprotocol.workflow.cancelled");
        assertThat(types(Issued.summary(9, WorkflowStatus.IN_PROGRESS, null))).isEmpty();
    }

    @Test
    void aStepEndsAsItsReceiptSigns() {
        for (String outcome : List.of("completed", "failed", "cancelled", "skipped")) {
            Receipt receipt = Issued.ended(3, "C", outcome);
            assertThat(types(receipt)).containsExactly(CloudEvents.STARTED, CloudEvents.STEP + outcome);
        }
        JsonObject data = CloudEvents.of(List.of(Issued.ended(3, "C", "failed")))
                .toList()
                .getLast()
                .object("data")
                .orElseThrow();
        assertThat(data.string("node")).contains("fetch");
        assertThat(data.string("error_code")).contains("TIMEOUT");
    }

    @Test
    void theEnvelopeOfAReceiptGoesAlongUnknownMembersToo() {
        JsonObject envelope = JsonObject.builder()
                .put("_ewp_version", "0")
                .put("_ewp_correlation_id", "corr-1")
                .put("_ewp_parent_ids", JsonArray.ofStrings(List.of("assay:r_1")))
                .put("_ewp_future_field", JsonArray.EMPTY)
                .build();
        Receipt receipt = Issued.issuer(Wire.V0_1)
                .issue(Issued.draft(4)
                        .workflow(Issued.context("D").build())
                        .extension(EvidenceEnvelope.RECEIPT_KEY, envelope.with("other", JsonArray.EMPTY))
                        .build());
        assertThat(CloudEvents.of(List.of(receipt)))
                .allSatisfy(event -> assertThat(
                                EvidenceEnvelope.of(event.object("data").orElseThrow())
                                        .members())
                        .isEqualTo(envelope))
                .noneMatch(event -> event.object("data").orElseThrow().has("other"));
    }

    @Test
    void theStepThatASummaryCallsFailedIsFailed() {
        var error = new WorkflowError(Issued.step("A"), "TIMEOUT", "no answer");
        assertThat(types(A, B, Issued.summary(9, WorkflowStatus.FAILED, error)))
                .contains(CloudEvents.STEP + "failed", CloudEvents.STEP + "completed");
    }

    @Test
    void anEventIsOneJsonLineOfCloudEvents10() {
        String line = CloudEvents.of(List.of(A)).toList().getLast().toString();
        assertThat(line).doesNotContain("\n");
        assertThat(JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.RECEIPT))
                .isEqualTo(JsonObject.builder()
                        .put("specversion", "1.0")
                        .put("type", "org.peacprotocol.workflow.step.completed")
                        .put("source", Issued.ISSUER)
                        .put("id", A.ref().toString())
                        .put("subject", Issued.WORKFLOW.value())
                        .put("time", "2026-01-25T10:00:01Z")
                        .put("datacontenttype", "application/json")
                        .put(
                                "data",
                                JsonObject.builder()
                                        .put("workflow_id", Issued.WORKFLOW.value())
                                        .put("step_id", Issued.step("A").value())
                                        .put("parent_step_ids", JsonArray.EMPTY)
                                        .put("tool_name", "plan")
                                        .put("framework", "mcp")
                                        .put("receipt_ref", A.ref().toString())
                                        .build())
                        .build());
    }

    @Test
    void idsAreDistinctAndTheSameAgain() {
        List<String> ids = CloudEvents.of(List.of(A, B, A))
                .map(event -> event.string("id").orElseThrow())
                .toList();
        assertThat(ids).hasSize(3).doesNotHaveDuplicates();
        assertThat(CloudEvents.of(List.of(B, A)).toList())
                .isEqualTo(CloudEvents.of(List.of(A, B)).toList());
    }

    @Test
    void onlyTheLastReceiptOfAStepCompletesIt() {
        Receipt progress = Issued.receipt(
                3, Issued.context("B", "A").prevReceiptHash(B.ref()).build());
        assertThat(types(A, B, progress))
                .containsExactly(
                        "org.peacprotocol.workflow.started",
                        "org.peacprotocol.workflow.step.completed",
                        "org.peacprotocol.workflow.step.progress",
                        "org.peacprotocol.workflow.step.completed");
    }

    @Test
    void theTraceOfTheReceiptTravelsAlong() {
        var trace = new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        Receipt traced = Issued.issuer(Wire.V0_2)
                .issue(Issued.draft(1)
                        .workflow(Issued.context("A").build())
                        .trace(trace)
                        .build());
        String traceparent = CloudEvents.of(List.of(traced))
                .toList()
                .getLast()
                .string("traceparent")
                .orElseThrow();
        assertThat(TraceContext.ofTraceparent(traceparent)).contains(trace);
    }

    private static List<String> types(Receipt... receipts) {
        return CloudEvents.of(List.of(receipts))
                .map(event -> event.string("type").orElseThrow())
                .toList();
    }
}
