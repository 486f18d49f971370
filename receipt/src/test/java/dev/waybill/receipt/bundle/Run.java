package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.merkle.MerkleTree;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A small workflow of chained steps, signed, as something to put into bundles.
final class Run {

    static final long NOW = 1_794_700_000;
    static final String ISSUER = "https://orchestrator.example.com";
    static final SigningKey KEY = SigningKey.ofSeed(
            "key-2026",
            Digest.of("bundle tests".getBytes(StandardCharsets.UTF_8)).toBytes());
    static final KeySet KEYS = KeySet.of(ISSUER, KEY.verificationKey());

    private static final String AGENT = "agent:orchestrator";

    final WorkflowId workflow;
    final ReceiptIssuer issuer;
    final List<Receipt> receipts = new ArrayList<>();
    final List<String> presented = new ArrayList<>();

    private Run(String name, Wire wire) {
        this.workflow = new WorkflowId("wf_" + name + "0".repeat(26 - name.length()));
        this.issuer = new ReceiptIssuer(KEY, wire, ISSUER);
    }

    static Run of(Wire wire, int steps) {
        return of("RUN", wire, steps, false);
    }

    static Run of(String name, Wire wire, int steps, boolean redactable) {
        Run run = new Run(name, wire);
        for (int i = 0; i < steps; i++) {
            run.step(i, redactable);
        }
        return run;
    }

    StepId stepId(int index) {
        return new StepId("step_" + workflow.value().substring(3, 13) + "%016d".formatted(index));
    }

    private void step(int index, boolean redactable) {
        List<StepId> parents = index == 0 ? List.of() : List.of(stepId(index - 1));
        var context = WorkflowContext.builder(workflow, stepId(index))
                .parents(parents)
                .orchestratorId(AGENT)
                .prevReceiptHash(index == 0 ? null : receipts.getLast().ref());
        var draft = ReceiptDraft.builder(id(index), NOW - 1000 + index).workflow(context.build());
        String disclosure = Redactable.disclose(parents, new SecureRandom());
        Receipt receipt = issuer.issue(redactable ? draft.disclosure(disclosure).build() : draft.build());
        receipts.add(receipt);
        presented.add(redactable ? receipt.compact() + "~" + disclosure + "~" : receipt.compact());
    }

    private String id(int index) {
        return "01a1dc65-7900-7890-%s-%012x".formatted(workflow.value().contains("RUN") ? "abcd" : "abce", index);
    }

    /// A final summary with root, refs, or both.
    Receipt summary(boolean root, boolean refs) {
        List<Digest> digests = receipts.stream().map(Receipt::ref).toList();
        Digest merkleRoot = root ? SortedReceiptSet.tree(digests).root() : null;
        List<String> names = refs ? digests.stream().map(Digest::toString).toList() : null;
        Instant end = Instant.ofEpochSecond(NOW - 10);
        var evidence = new SummaryEvidence(
                workflow,
                WorkflowStatus.COMPLETED,
                Instant.ofEpochSecond(NOW - 1000),
                end,
                names,
                merkleRoot,
                root ? (Long) (long) digests.size() : null,
                AGENT,
                List.of(AGENT),
                null,
                null);
        var log = new CommitLog(digests.getLast(), MerkleTree.of(digests).root(), digests.size());
        return issuer.issueSummary(id(999_999), new WorkflowSummary(ISSUER, end, null, evidence), log);
    }

    Path writeTo(Path file) throws IOException {
        return writeTo(file, summary(true, false));
    }

    Path writeTo(Path file, @Nullable Receipt summary) throws IOException {
        try (BundleWriter writer = BundleWriter.create(file, BundleKind.FULL, KEYS)) {
            for (String line : presented) {
                writer.add(line.getBytes(StandardCharsets.UTF_8));
            }
            if (summary != null) {
                writer.add(summary);
            }
            writer.finish();
        }
        return file;
    }

    /// The verdict about some evidence, with the keys that came along or else ours.
    static AuditReport audit(Path... paths) throws IOException {
        try (Evidence evidence = Evidence.open(List.of(paths), EvidenceOptions.at(NOW))) {
            KeySet keys = evidence.keys().isEmpty() ? KEYS : evidence.keys();
            var auditor = new WorkflowAuditor(
                    keys,
                    AuditOptions.at(NOW)
                            .withKeysFromBundle(!evidence.keys().isEmpty())
                            .withExpectedReceipts(Math.max(16, evidence.estimatedReceipts())));
            if (evidence.isDisclosure()) {
                auditor.disclosing(evidence.proofs());
            }
            return auditor.audit(evidence.receipts());
        }
    }
}
