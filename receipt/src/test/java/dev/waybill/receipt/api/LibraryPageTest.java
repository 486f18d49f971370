package dev.waybill.receipt.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleCommitment;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.record.WorkflowRecorder;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.testkit.CodeBlocks;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The examples of `docs/library.md` are the code below, line by line, and it runs.
class LibraryPageTest {

    private final InstantSource clock = InstantSource.system();
    private final SecureRandom random = new SecureRandom();

    @Test
    void aReceiptIsIssuedAndVerified() {
        // example
        SigningKey key = SigningKey.generate(random);
        ReceiptIssuer issuer = new ReceiptIssuer(key, Wire.V0_1, "https://agents.example.com");
        WorkflowIds ids = WorkflowIds.withUlids(clock, random);
        UuidV7Factory receiptIds = new UuidV7Factory(clock, random);

        Receipt receipt = issuer.issue(ReceiptDraft.builder(
                        receiptIds.next().toString(), clock.instant().getEpochSecond())
                .workflow(WorkflowContext.builder(ids.newWorkflowId(), ids.newStepId())
                        .toolName("web_search")
                        .framework("mcp")
                        .build())
                .build());

        KeySet keys = KeySet.of("https://agents.example.com", key.verificationKey());
        ReceiptVerifier verifier =
                new ReceiptVerifier(keys, VerifierOptions.at(clock.instant().getEpochSecond()));
        String answer = switch (verifier.verify(receipt.compact())) {
            case ReceiptCheck.Valid valid -> "signed by " + valid.key().kid();
            case ReceiptCheck.Invalid invalid -> invalid.code() + ": " + invalid.message();
        };
        // end
        assertThat(answer).isEqualTo("signed by " + key.kid());
    }

    @Test
    void aWorkflowIsRecordedVerifiedAndProven() throws IOException {
        SigningKey key = SigningKey.generate(random);
        ReceiptIssuer issuer = new ReceiptIssuer(key, Wire.V0_1, "https://agents.example.com");
        WorkflowIds ids = WorkflowIds.withUlids(clock, random);
        UuidV7Factory receiptIds = new UuidV7Factory(clock, random);
        KeySet keys = KeySet.of("https://agents.example.com", key.verificationKey());
        // example
        WorkflowRecorder recorder = new WorkflowRecorder(
                issuer,
                ids.newWorkflowId(),
                "agent:planner@example.com",
                () -> receiptIds.next().toString());
        List<Receipt> receipts = new ArrayList<>();
        Instant now = clock.instant();

        StepId plan = ids.newStepId();
        receipts.add(recorder.step(plan, List.of(), now, step -> step.toolName("plan")));
        StepId search = ids.newStepId();
        receipts.add(recorder.step(search, List.of(plan), now, step -> step.toolName("web_search")));
        receipts.add(recorder.step(ids.newStepId(), List.of(plan, search), now, step -> step.toolName("write")));

        Receipt summary = recorder.summary(WorkflowStatus.COMPLETED, now, null);
        // end
        // example
        List<String> evidence =
                new ArrayList<>(receipts.stream().map(Receipt::compact).toList());
        evidence.add(summary.compact());

        AuditReport report =
                new WorkflowAuditor(keys, AuditOptions.at(now.getEpochSecond())).audit(ReceiptSource.of(evidence));
        report.findings().forEach(finding -> System.out.println(finding.code() + ": " + finding.message()));
        boolean holds = report.verdict() == Verdict.VERIFIED;
        boolean isAll = report.completeness().isComplete();
        // end
        assertThat(holds && isAll).isTrue();
        // example
        SortedReceiptSet set =
                SortedReceiptSet.of(receipts.stream().map(Receipt::ref).toList());
        Digest one = receipts.get(1).ref();
        InclusionProof proof = set.prove(one);

        // Whoever has the summary, one receipt and the proof needs no other receipt.
        MerkleCommitment signed = set.commitment();
        boolean included = PeacWorkflow.verifyMerkleInclusion(signed, one.toString(), proof);
        // end
        assertThat(included).isTrue();
    }

    @Test
    void aBadContextIsRefusedWithItsCode() {
        WorkflowIds ids = WorkflowIds.withUlids(clock, random);
        // example
        StepId step = ids.newStepId();
        String refused = "";
        try {
            WorkflowContext.builder(ids.newWorkflowId(), step).parents(step).build();
        } catch (Rejected e) {
            refused = e.code() + " at " + e.pointer();
        }
        // end
        assertThat(refused).startsWith("E_WORKFLOW_DAG_INVALID at /parent_step_ids");
    }

    @Test
    void thePageShowsThisCode() throws IOException {
        Path source =
                Interop.projectRoot().resolve("receipt/src/test/java/dev/waybill/receipt/api/LibraryPageTest.java");
        assertThat(CodeBlocks.of(Interop.projectRoot().resolve("docs/library.md"), "```java", "```"))
                .isEqualTo(CodeBlocks.of(source, "// example", "// end"));
    }
}
