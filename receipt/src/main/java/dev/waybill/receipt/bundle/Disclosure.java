package dev.waybill.receipt.bundle;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.MerkleException;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Selective disclosure: a few receipts out of a bundle, each with the proof that it is one of those which
/// the workflow's summary signs for. The others stay unseen.
public final class Disclosure {

    private final BundleReader bundle;
    private final Selection selection;
    private final List<Chosen> chosen = new ArrayList<>();
    private final Map<String, CommittedReceipts> workflows = new LinkedHashMap<>();

    /// A receipt to be shown, as it was presented.
    private static final class Chosen {
        final byte[] presented;
        final Receipt receipt;
        final CommittedReceipts siblings;

        Chosen(byte[] presented, Receipt receipt, CommittedReceipts siblings) {
            this.presented = presented;
            this.receipt = receipt;
            this.siblings = siblings;
        }
    }

    private Disclosure(BundleReader bundle, Selection selection) {
        this.bundle = bundle;
        this.selection = selection;
    }

    /// Writes a disclosure bundle.
    ///
    /// @param receipts `sha256:` references or step ids
    /// @throws BundleRefused when a receipt is not here, or nothing signed commits to it by a Merkle root
    public static BundleManifest disclose(Path source, Collection<String> receipts, Path target) throws IOException {
        try (BundleReader bundle = BundleReader.open(source)) {
            Disclosure disclosure = new Disclosure(bundle, new Selection(receipts));
            BundlePass.over(bundle, disclosure::choose);
            disclosure.selection.checkAllFound();
            BundlePass.over(bundle, (_, receipt) -> disclosure.collect(receipt));
            return disclosure.write(disclosure.summaries(), target);
        } catch (MerkleException e) {
            throw new BundleRefused(BundleRefused.Reason.ROOT_MISMATCH, "no proof can be made: " + e.getMessage());
        }
    }

    /// Writes a disclosure bundle of the summaries alone: how the workflows ended, and nothing of their steps.
    ///
    /// @throws BundleRefused when the bundle holds no summary
    public static BundleManifest discloseSummaries(Path source, Path target) throws IOException {
        try (BundleReader bundle = BundleReader.open(source)) {
            Disclosure disclosure = new Disclosure(bundle, new Selection(List.of()));
            List<Receipt> summaries = new ArrayList<>();
            BundlePass.over(bundle, (_, receipt) -> {
                if (receipt.summary() != null && !summaries.contains(receipt)) {
                    summaries.add(receipt);
                }
            });
            if (summaries.isEmpty()) {
                throw new BundleRefused(BundleRefused.Reason.RECEIPT_NOT_FOUND, "the bundle holds no summary");
            }
            return disclosure.write(summaries, target);
        }
    }

    private void choose(byte[] presented, Receipt receipt) {
        if (receipt.summary() != null || !selection.chooses(receipt)) {
            return;
        }
        WorkflowContext context = receipt.workflow();
        if (context == null) {
            throw new BundleRefused(BundleRefused.Reason.NOT_IN_WORKFLOW, receipt.ref() + " belongs to no workflow");
        }
        CommittedReceipts siblings =
                workflows.computeIfAbsent(context.workflowId().value(), CommittedReceipts::new);
        chosen.add(new Chosen(presented, receipt, siblings));
    }

    private void collect(Receipt receipt) {
        WorkflowSummary summary = receipt.summary();
        WorkflowContext context = receipt.workflow();
        if (summary != null) {
            CommittedReceipts siblings =
                    workflows.get(summary.evidence().workflowId().value());
            if (siblings != null) {
                siblings.addSummary(receipt);
            }
        } else if (context != null) {
            CommittedReceipts siblings = workflows.get(context.workflowId().value());
            if (siblings != null) {
                siblings.add(receipt.ref());
            }
        }
    }

    private List<Receipt> summaries() {
        return workflows.values().stream().map(CommittedReceipts::summary).toList();
    }

    private BundleManifest write(List<Receipt> summaries, Path target) throws IOException {
        KeySet keys = KeySet.empty();
        for (Receipt summary : summaries) {
            keys = with(keys, summary);
        }
        for (Chosen each : chosen) {
            keys = with(keys, each.receipt);
        }
        try (BundleWriter out = BundleWriter.create(target, BundleKind.DISCLOSURE, keys)) {
            for (Receipt summary : summaries) {
                out.add(summary);
            }
            for (Chosen each : chosen) {
                out.add(each.presented);
                out.prove(each.receipt.ref(), each.siblings.prove(each.receipt.ref()));
            }
            return out.finish();
        }
    }

    /// Only the keys that are needed go along: the others would tell who else took part.
    private KeySet with(KeySet keys, Receipt receipt) {
        var candidates = bundle.keys().candidates(receipt.issuer(), receipt.kid());
        return candidates.isEmpty() ? keys : keys.and(receipt.issuer(), candidates);
    }
}
