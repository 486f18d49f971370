package dev.waybill.app.demo;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.record.WorkflowRecorder;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A team writes a market report: it plans, searches in parallel, hands the facts to another company's
/// checker, writes, reviews and publishes. Two issuers, two workflows, one proof.
public final class DemoWorkflow {

    private static final String TEAM = "https://agents.example.com";
    private static final String CHECKER = "https://factcheck.example.org";

    private final List<Receipt> receipts = new ArrayList<>();
    private final WorkflowIds ids;
    private final UuidV7Factory receiptIds;
    private final SigningKey teamKey;
    private final SigningKey checkerKey;
    private Instant now;

    private DemoWorkflow(InstantSource clock, SecureRandom random) {
        ids = WorkflowIds.withUlids(clock, random);
        receiptIds = new UuidV7Factory(clock, random);
        teamKey = SigningKey.generate(random);
        checkerKey = SigningKey.generate(random);
        now = clock.instant().minusSeconds(60);
    }

    /// Signs the whole story with fresh keys.
    public static DemoWorkflow sign(InstantSource clock, SecureRandom random) {
        DemoWorkflow demo = new DemoWorkflow(clock, random);
        demo.tell();
        return demo;
    }

    /// Every receipt and both summaries, in the order in which they were signed.
    public List<Receipt> receipts() {
        return receipts;
    }

    /// The public keys of both issuers.
    public KeySet keys() {
        return KeySet.of(TEAM, teamKey.verificationKey()).and(CHECKER, List.of(checkerKey.verificationKey()));
    }

    private void tell() {
        WorkflowRecorder team = recorder(teamKey, TEAM, "agent:planner@example.com");
        StepId plan = step(team, "plan", "agent:planner@example.com");
        StepId news = step(team, "search:news", "agent:researcher@example.com", plan);
        StepId filings = step(team, "search:filings", "agent:researcher@example.com", plan);
        StepId prices = step(team, "search:prices", "agent:researcher@example.com", plan);
        StepId facts = step(team, "extract-facts", "agent:analyst@example.com", news, filings, prices);
        StepId handover = step(team, "hand-over:fact-check", "agent:planner@example.com", facts);
        factCheck(receipts.getLast());
        StepId draft = step(team, "write-draft", "agent:writer@example.com", handover);
        StepId review = step(team, "review", "agent:editor@example.com", draft);
        step(team, "publish", "agent:planner@example.com", review);
        finish(team);
    }

    private void factCheck(Receipt caller) {
        WorkflowRecorder checker = recorder(checkerKey, CHECKER, "agent:checker@example.org");
        StepId accept = tick(
                checker,
                "accept-task",
                "agent:checker@example.org",
                caller.ref().toString());
        StepId sources = step(checker, "check-sources", "agent:checker@example.org", accept);
        StepId numbers = step(checker, "check-numbers", "agent:checker@example.org", accept);
        step(checker, "verdict", "agent:checker@example.org", sources, numbers);
        finish(checker);
    }

    private WorkflowRecorder recorder(SigningKey key, String issuer, String orchestrator) {
        return new WorkflowRecorder(
                new ReceiptIssuer(key, Wire.V0_1, issuer),
                ids.newWorkflowId(),
                orchestrator,
                () -> receiptIds.next().toString());
    }

    private StepId step(WorkflowRecorder workflow, String tool, String agent, StepId... parents) {
        return tick(workflow, tool, agent, null, parents);
    }

    private StepId tick(
            WorkflowRecorder workflow, String tool, String agent, @Nullable String startedBy, StepId... parents) {
        StepId step = ids.newStepId();
        now = now.plusSeconds(3);
        receipts.add(workflow.step(
                step,
                Arrays.asList(parents),
                now,
                context -> context.toolName(tool)
                        .framework("custom")
                        .orchestratorId(agent)
                        .orchestratorReceiptRef(startedBy)));
        return step;
    }

    private void finish(WorkflowRecorder workflow) {
        now = now.plusSeconds(1);
        Digest result = Digest.of("the published report".getBytes(StandardCharsets.UTF_8));
        receipts.add(workflow.summary(WorkflowStatus.COMPLETED, now, result));
    }
}
