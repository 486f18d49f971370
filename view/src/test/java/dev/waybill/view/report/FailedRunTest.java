package dev.waybill.view.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.record.WorkflowRecorder;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.view.draw.DotGraph;
import dev.waybill.view.draw.MermaidGraph;
import dev.waybill.view.draw.TerminalGraph;
import dev.waybill.view.text.Surface;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is signed as failed looks failed, though its proof is good.
class FailedRunTest {

    private static final Instant AT = Instant.ofEpochSecond(1_794_700_000);
    private static final SigningKey KEY = SigningKey.ofSeed("key", new byte[32]);
    private static final Surface SURFACE = Surface.of(false, true, 100);

    private final WorkflowIds ids = WorkflowIds.withUlids(InstantSource.fixed(AT), new Random(7));
    private final UuidV7Factory uuids = new UuidV7Factory(InstantSource.fixed(AT), new Random(8));
    private final ReceiptIssuer issuer = new ReceiptIssuer(KEY, Wire.V0_1, "https://host.example.com");
    private final WorkflowRecorder recorder = new WorkflowRecorder(
            issuer, ids.newWorkflowId(), "agent:boss", () -> uuids.next().toString());
    private final List<String> signed = new ArrayList<>();

    private StepId step(String node, String outcome, List<StepId> parents) {
        StepId id = ids.newStepId();
        JsonObject details =
                JsonObject.builder().put("node", node).put("outcome", outcome).build();
        keep(recorder.step(
                id,
                parents,
                AT,
                context -> context.toolName("core.http"),
                draft -> draft.extension(ReceiptDraft.STEP_TYPE, details)));
        return id;
    }

    private void keep(Receipt receipt) {
        signed.add(receipt.compact());
    }

    private AuditReport audit() throws IOException {
        return new WorkflowAuditor(
                        KeySet.of(issuer.issuer(), KEY.verificationKey()), AuditOptions.at(AT.getEpochSecond()))
                .audit(ReceiptSource.of(signed));
    }

    private AuditReport failed() throws IOException {
        StepId plan = step("plan", "completed", List.of());
        StepId fetch = step("fetch", "failed", List.of(plan));
        step("pack", "skipped", List.of(fetch));
        keep(recorder.failed(new WorkflowError(fetch, "TIMEOUT", "no answer"), AT));
        return audit();
    }

    @Test
    void everyDrawingMarksTheStep() throws IOException {
        var graph = ReportGraph.of(failed());
        assertThat(TerminalGraph.render(graph, SURFACE))
                .containsPattern("●  plan .*core.http")
                .containsPattern("✗  fetch .*failed .*core.http")
                .containsPattern("○  pack .*skipped");
        assertThat(DotGraph.render(graph)).contains("fetch\\nfailed");
        assertThat(MermaidGraph.render(graph)).contains(":::failed");
    }

    @Test
    void thePageIsNotGreen() throws IOException {
        assertThat(ReportPages.html(failed(), "proof.zip", "waybill"))
                .contains("Verified: the run failed", "verdict failed", "step failed", "Failed, as signed: fetch.")
                .doesNotContain("verdict verified");
    }

    @Test
    void theReportNamesTheStep() throws IOException {
        var bytes = new ByteArrayOutputStream();
        new ReportText(failed(), new PrintStream(bytes, true, StandardCharsets.UTF_8), SURFACE).print();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("VERIFIED").contains("failed   fetch");
    }

    @Test
    void aRunThatWentWellIsGreenThoughAnAttemptFailed() throws IOException {
        step("fetch", "completed", List.of(step("fetch", "failed", List.of())));
        keep(recorder.summary(WorkflowStatus.COMPLETED, AT, null));
        assertThat(ReportPages.html(audit(), "proof.zip", "waybill"))
                .contains("verdict verified", "step failed", "Failed, as signed: fetch.");
    }
}
