package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.merkle.MerkleFrontier;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What others hold of these workflows. An anchor's summary is judged beside those of the set, so that another history
/// contradicts it like any earlier summary; here it is judged whether others really had it, and how far it reaches.
final class AnchorCheck {

    private static final Comparator<Anchored> ORDER = Comparator.comparing(Anchored::workflow)
            .thenComparing(Comparator.comparingLong(Anchored::receipts).reversed())
            .thenComparing(Anchored::at, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Anchored::by);

    private final ReceiptVerifier verifier;
    private final TimestampAuthorities authorities;
    private final FindingLog log;
    private final List<Held> held = new ArrayList<>();

    /// An anchor whose proof holds.
    private record Held(
            Receipt receipt,
            WorkflowSummary summary,
            Anchored.How how,
            String by,
            @Nullable Instant at) {}

    AnchorCheck(ReceiptVerifier verifier, TimestampAuthorities authorities, FindingLog log) {
        this.verifier = verifier;
        this.authorities = authorities;
        this.log = log;
    }

    /// Takes the anchors' summaries into the set; before it is settled. Whoever keeps anchors keeps them of many runs:
    /// those of runs that are not here say nothing about the set.
    void take(List<Anchor> anchors, Summaries summaries, ReceiptTable table) {
        int elsewhere = 0;
        for (Anchor anchor : anchors) {
            Receipt receipt = valid(anchor.summary());
            WorkflowSummary summary = receipt == null ? null : receipt.summary();
            if (receipt != null && summary == null) {
                report(FindingCode.ANCHOR_INVALID, anchor, "the anchored receipt is no summary");
            }
            if (receipt != null && summary != null && !isHere(summary, summaries, table)) {
                elsewhere++;
            } else if (receipt != null && summary != null) {
                proven(anchor, receipt, summary).ifPresent(held::add);
                summaries.addUnlessKnown(receipt, summary);
            }
        }
        if (elsewhere > 0) {
            String message =
                    elsewhere + (elsewhere == 1 ? " anchor is" : " anchors are") + " about runs that are not here";
            log.add(FindingCode.ANCHOR_ELSEWHERE, null, null, message);
        }
    }

    private static boolean isHere(WorkflowSummary summary, Summaries summaries, ReceiptTable table) {
        String workflow = summary.evidence().workflowId().value();
        return table.findWorkflow(workflow) != ReceiptTable.NONE
                || !summaries.of(workflow).isEmpty();
    }

    private @Nullable Receipt valid(String compact) {
        ReceiptCheck check = verifier.verify(compact.getBytes(StandardCharsets.UTF_8));
        return switch (check) {
            case ReceiptCheck.Valid valid -> valid.receipt();
            case ReceiptCheck.Invalid invalid -> {
                log.addInvalid(invalid.code(), invalid.ref().toString(), "an anchor: " + invalid.message());
                yield null;
            }
        };
    }

    private Optional<Held> proven(Anchor anchor, Receipt receipt, WorkflowSummary summary) {
        return switch (anchor.proof()) {
            case Anchor.Proof.Kept(String where) ->
                Optional.of(new Held(receipt, summary, Anchored.How.KEPT, where, null));
            case Anchor.Proof.Witnessed(String witness) -> witnessed(anchor, receipt, summary, witness);
            case Anchor.Proof.Stamped(String token) -> stamped(anchor, receipt, summary, token);
        };
    }

    private Optional<Held> witnessed(Anchor anchor, Receipt receipt, WorkflowSummary summary, String witness) {
        Receipt testimony = valid(witness);
        if (testimony == null) {
            return Optional.empty();
        }
        if (!Witness.saw(testimony).equals(Optional.of(receipt.ref()))) {
            report(FindingCode.ANCHOR_INVALID, anchor, "the witness signed for something else than this summary");
            return Optional.empty();
        }
        if (testimony.issuer().equals(receipt.issuer())) {
            String message = receipt.issuer() + " is its own witness, which proves nothing";
            report(FindingCode.ANCHOR_UNPROVEN, anchor, message);
            return Optional.empty();
        }
        Instant at = Instant.ofEpochSecond(testimony.issuedAt());
        return Optional.of(new Held(receipt, summary, Anchored.How.WITNESS, testimony.issuer(), at));
    }

    private Optional<Held> stamped(Anchor anchor, Receipt receipt, WorkflowSummary summary, String token) {
        try {
            TimestampAuthorities.Stamp stamp =
                    authorities.check(Base64.getDecoder().decode(token), receipt.ref());
            return Optional.of(new Held(receipt, summary, Anchored.How.TIMESTAMP, stamp.authority(), stamp.time()));
        } catch (TimestampAuthorities.Untrusted e) {
            report(FindingCode.ANCHOR_UNPROVEN, anchor, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            report(FindingCode.ANCHOR_INVALID, anchor, "the time stamp does not hold: " + e.getMessage());
        }
        return Optional.empty();
    }

    private void report(FindingCode code, Anchor anchor, String message) {
        Digest ref = Digest.of(anchor.summary().getBytes(StandardCharsets.UTF_8));
        log.add(code, ref.toString(), null, message);
    }

    /// How far the anchors reach, once the chains are known.
    Anchoring reach(ReceiptTable table, Sequences sequences, RowsByWorkflow rows) {
        List<Anchored> anchored = new ArrayList<>();
        Set<String> whole = new HashSet<>();
        for (Held each : held) {
            String workflow = each.summary().evidence().workflowId().value();
            int number = table.findWorkflow(workflow);
            CommitLog order = each.receipt().commitLog();
            if (number != ReceiptTable.NONE && order != null && reaches(order, table, sequences, number)) {
                long receipts = order.size();
                boolean ended = each.summary().evidence().status().isTerminal();
                anchored.add(new Anchored(workflow, receipts, ended, each.how(), each.by(), each.at()));
                if (ended && receipts == rows.count(number)) {
                    whole.add(workflow);
                }
            }
        }
        anchored.sort(ORDER);
        return Anchoring.of(anchored, whole.size() == table.workflowCount());
    }

    /// Whether a signed order is the beginning of the chain here; if not, [CommitLogCheck] says so.
    private static boolean reaches(CommitLog order, ReceiptTable table, Sequences sequences, int workflow) {
        int[] beginning = sequences.beginning(workflow, order.size()).orElse(new int[0]);
        MerkleFrontier frontier = new MerkleFrontier();
        for (int row : beginning) {
            frontier.append(table.digest(row));
        }
        return beginning.length > 0 && frontier.root().equals(order.root());
    }
}
