package dev.waybill.bench;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.bundle.BundleKind;
import dev.waybill.receipt.bundle.BundleWriter;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.merkle.MerkleTree;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Writes a large signed workflow and its summary as a bundle.
///
/// Every receipt is distinct, forks or joins, and names the one before it: nothing about the set is easier
/// to audit than a real one.
final class AuditStream {

    private AuditStream() {}

    static void write(Path file, SigningKey key, int count) throws IOException {
        var run = new SampleRun(key, Wire.V0_1);
        byte[] digests = new byte[count * Digest.LENGTH];
        KeySet keys = KeySet.of(run.issuer().issuer(), key.verificationKey());
        try (BundleWriter bundle = BundleWriter.create(file, BundleKind.FULL, keys)) {
            Receipt first = run.next();
            Receipt last = first;
            for (int i = 0; i < count; i++) {
                last = i == 0 ? first : run.next();
                last.ref().copyTo(digests, i * Digest.LENGTH);
                bundle.add(last);
            }
            bundle.add(summary(run, first, last, digests, count));
            bundle.finish();
        }
    }

    private static Receipt summary(SampleRun run, Receipt first, Receipt last, byte[] digests, int count) {
        Instant end = Instant.ofEpochSecond(last.issuedAt());
        var evidence = new SummaryEvidence(
                run.workflowId(),
                WorkflowStatus.COMPLETED,
                Instant.ofEpochSecond(first.issuedAt()),
                end,
                null,
                SortedReceiptSet.rootOfFlat(digests, count),
                (long) count,
                SampleRun.AGENT,
                List.of(SampleRun.AGENT),
                null,
                null);
        var log = new CommitLog(last.ref(), MerkleTree.rootOfFlat(digests, count), count);
        return run.issuer()
                .issueSummary(
                        run.nextReceiptId(), new WorkflowSummary(run.issuer().issuer(), end, null, evidence), log);
    }
}
