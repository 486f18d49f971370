package dev.waybill.agents.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RemoteRun;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.binding.A2aCarrier;
import dev.waybill.receipt.binding.ReceiptCarrier;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.record.WorkflowRecorder;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Which receipt of another host the work here is bound to.
class RemoteTaskTest {

    private static final String WORKFLOW = "wf_01K9ZJ4QW3M8B4V6T0XH2C5N7R";
    private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");

    private static final Receipt STEP;
    private static final Receipt OPEN;
    private static final Receipt END;

    static {
        SigningKey key =
                SigningKey.ofSeed("there", "a seed of 32 bytes for one key..".getBytes(StandardCharsets.US_ASCII));
        UuidV7Factory ids = new UuidV7Factory(() -> NOW, new Random(7));
        WorkflowRecorder recorder = new WorkflowRecorder(
                new ReceiptIssuer(key, Wire.V0_1, "https://there.example"),
                new WorkflowId(WORKFLOW),
                "agent:ship",
                () -> ids.next().toString());
        STEP = recorder.step(new StepId("step_01K9ZJ4QW3M8B4V6T0XH2C5N7S"), List.of(), NOW, step -> step.toolName("t"));
        OPEN = recorder.summary(WorkflowStatus.IN_PROGRESS, NOW, null);
        END = recorder.summary(WorkflowStatus.COMPLETED, NOW, null);
    }

    private static RemoteTask task(Receipt... receipts) {
        JsonObject task = JsonObject.of("id", "run_1");
        for (Receipt receipt : receipts) {
            task = A2aCarrier.of(ReceiptCarrier.embed(receipt)).attachTo(task);
        }
        return new RemoteTask(task);
    }

    private static RemoteRun run(String workflow) {
        return new RemoteRun("waybill-b", "run_1", "evt_9", null, workflow, null);
    }

    @Test
    void itIsTheFinalSummaryOfTheRunThatDidTheWork() {
        assertThat(task(STEP, OPEN, END).summary(run(WORKFLOW))).isEqualTo(END.ref());
    }

    @Test
    void aStepAndTheSummaryOfAnOpenRunBindNothing() {
        assertThat(task(STEP, OPEN).summary(run(WORKFLOW))).isNull();
        assertThat(task().summary(run(WORKFLOW))).isNull();
    }

    @Test
    void theSummaryOfAnotherRunBindsNothing() {
        assertThat(task(END).summary(run("wf_01K9ZJ4QW3M8B4V6T0XH2C5N7X"))).isNull();
    }

    @Test
    void receiptsThatCannotBeReadBindNothingAndBreakNothing() {
        JsonObject wrong = ReceiptCarrier.embed(END)
                .toJson()
                .with("receipt_ref", Digest.of(new byte[] {1}).toString());
        JsonObject metadata = JsonObject.of(A2aCarrier.EXTENSION_URI, JsonObject.of("carriers", JsonArray.of(wrong)));
        assertThat(new RemoteTask(JsonObject.of("metadata", metadata)).summary(run(WORKFLOW)))
                .isNull();
        assertThat(new RemoteTask(JsonObject.of("metadata", JsonObject.of(A2aCarrier.EXTENSION_URI, "x")))
                        .summary(run(WORKFLOW)))
                .isNull();
    }
}
