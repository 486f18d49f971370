package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;
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

    private final KeySet keys;
    private final ReceiptVerifier verifier;
    private final ReceiptVerifier strict;
    private final TimestampAuthorities authorities;
    private final FindingLog log;
    private final List<Held> held = new ArrayList<>();

    /// An anchor whose proof holds.
    record Held(
            Receipt receipt,
            WorkflowSummary summary,
            Anchored.How how,
            String by,
            @Nullable Instant at) {

        /// Whether somebody else's clock shows that the summary is older than the revocation of a key.
        boolean isOlderThan(VerificationKey key) {
            Long revoked = key.validity().revokedAt();
            return at != null && revoked != null && at.getEpochSecond() < revoked;
        }

        String workflow() {
            return summary.evidence().workflowId().value();
        }

        /// How many receipts of its run, counted from the first, it shows to be those of then.
        long reaches(ReceiptTable table, Sequences sequences) {
            CommitLog order = receipt.commitLog();
            int number = table.findWorkflow(workflow());
            return order != null && number != ReceiptTable.NONE && beginsWith(order, table, sequences, number)
                    ? order.size()
                    : 0;
        }

        /// Whether a signed order is the beginning of the chain here; if not, [CommitLogCheck] says so.
        private static boolean beginsWith(CommitLog order, ReceiptTable table, Sequences sequences, int workflow) {
            int[] beginning = sequences.beginning(workflow, order.size()).orElse(new int[0]);
            MerkleFrontier frontier = new MerkleFrontier();
            for (int row : beginning) {
                frontier.append(table.digest(row));
            }
            return beginning.length > 0 && frontier.root().equals(order.root());
        }
    }

    /// @param options how receipts of the set are judged; a witness's own must hold without help
    AnchorCheck(KeySet keys, VerifierOptions options, TimestampAuthorities authorities, FindingLog log) {
        this.keys = keys;
        this.verifier = new ReceiptVerifier(keys, options.askingAnchors());
        this.strict = new ReceiptVerifier(keys, options);
        this.authorities = authorities;
        this.log = log;
    }

    List<Held> held() {
        return held;
    }

    /// Takes the anchors' summaries into the set; before it is settled. Whoever keeps anchors keeps them of many runs:
    /// those of runs that are not here say nothing about the set.
    void take(List<Anchor> anchors, Summaries summaries, ReceiptTable table) {
        int elsewhere = 0;
        for (Anchor anchor : anchors) {
            ReceiptCheck.Valid valid = valid(verifier, anchor.summary());
            WorkflowSummary summary = valid == null ? null : valid.receipt().summary();
            if (valid != null && summary == null) {
                report(FindingCode.ANCHOR_INVALID, anchor, "the anchored receipt is no summary");
            } else if (valid != null && summary != null && !isHere(summary, summaries, table)) {
                elsewhere++;
            } else if (valid != null && summary != null) {
                take(anchor, valid, summary, summaries, table);
            }
        }
        if (elsewhere > 0) {
            String message =
                    elsewhere + (elsewhere == 1 ? " anchor is" : " anchors are") + " about runs that are not here";
            log.add(FindingCode.ANCHOR_ELSEWHERE, null, null, message);
        }
    }

    private void take(
            Anchor anchor, ReceiptCheck.Valid valid, WorkflowSummary summary, Summaries summaries, ReceiptTable table) {
        Optional<Held> proven = proven(anchor, valid, summary, table);
        boolean revoked = valid.key().validity().revokedAt() != null;
        if (revoked && proven.stream().noneMatch(each -> each.isOlderThan(valid.key()))) {
            String message = "an anchor: " + ReceiptVerifier.undated(valid.key());
            log.addInvalid(Code.E_KEY_REVOKED, valid.ref().toString(), message);
            return;
        }
        proven.ifPresent(held::add);
        summaries.addUnlessKnown(valid.receipt(), summary);
    }

    private static boolean isHere(WorkflowSummary summary, Summaries summaries, ReceiptTable table) {
        String workflow = summary.evidence().workflowId().value();
        return table.findWorkflow(workflow) != ReceiptTable.NONE
                || !summaries.of(workflow).isEmpty();
    }

    private ReceiptCheck.@Nullable Valid valid(ReceiptVerifier by, String compact) {
        ReceiptCheck check = by.verify(compact.getBytes(StandardCharsets.UTF_8));
        return switch (check) {
            case ReceiptCheck.Valid valid -> valid;
            case ReceiptCheck.Invalid invalid -> {
                log.addInvalid(invalid.code(), invalid.ref().toString(), "an anchor: " + invalid.message());
                yield null;
            }
        };
    }

    private Optional<Held> proven(
            Anchor anchor, ReceiptCheck.Valid valid, WorkflowSummary summary, ReceiptTable table) {
        Receipt receipt = valid.receipt();
        return switch (anchor.proof()) {
            case Anchor.Proof.Kept(String where) ->
                Optional.of(new Held(receipt, summary, Anchored.How.KEPT, where, null));
            case Anchor.Proof.Witnessed(String witness) -> witnessed(anchor, valid, summary, witness, table);
            case Anchor.Proof.Stamped(String token) -> stamped(anchor, receipt, summary, token);
        };
    }

    private Optional<Held> witnessed(
            Anchor anchor, ReceiptCheck.Valid valid, WorkflowSummary summary, String witness, ReceiptTable table) {
        Receipt receipt = valid.receipt();
        ReceiptCheck.Valid seen = valid(strict, witness);
        if (seen == null) {
            return Optional.empty();
        }
        Receipt testimony = seen.receipt();
        if (!Witness.saw(testimony).equals(Optional.of(receipt.ref()))) {
            report(FindingCode.ANCHOR_INVALID, anchor, "the witness signed for something else than this summary");
            return Optional.empty();
        }
        if (testimony.issuer().equals(receipt.issuer())) {
            String message = receipt.issuer() + " is its own witness, which proves nothing";
            report(FindingCode.ANCHOR_UNPROVEN, anchor, message);
            return Optional.empty();
        }
        if (keysOfRun(valid, summary, table).contains(seen.key().thumbprint())) {
            String message = testimony.issuer() + " witnesses with " + seen.key()
                    + ", which is in the same hands as the keys of the run: that proves nothing";
            report(FindingCode.ANCHOR_UNPROVEN, anchor, message);
            return Optional.empty();
        }
        table.keys().countWitness(seen.key(), testimony.issuer());
        Instant at = Instant.ofEpochSecond(testimony.issuedAt());
        return Optional.of(new Held(receipt, summary, Anchored.How.WITNESS, testimony.issuer(), at));
    }

    /// The keys that signed in a run, and those beside them: a name is no proof that a witness is somebody else.
    private Set<Digest> keysOfRun(ReceiptCheck.Valid valid, WorkflowSummary summary, ReceiptTable table) {
        Set<Digest> ofRun = new HashSet<>(keys.inOneHand(valid.receipt().issuer(), valid.key()));
        int workflow = table.findWorkflow(summary.evidence().workflowId().value());
        Set<KeyUse> signers = new HashSet<>();
        for (int row = 0; row < table.size(); row++) {
            if (table.workflow(row) == workflow && signers.add(table.key(row))) {
                ofRun.addAll(
                        keys.inOneHand(table.key(row).issuer(), table.key(row).key()));
            }
        }
        return ofRun;
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
    Anchoring reach(ReceiptTable table, Sequences sequences, RowsByWorkflow rows, boolean keysFromBundle) {
        List<Anchored> anchored = new ArrayList<>();
        Set<String> whole = new HashSet<>();
        for (Held each : held) {
            String workflow = each.workflow();
            long receipts = each.reaches(table, sequences);
            if (receipts > 0) {
                boolean ended = each.summary().evidence().status().isTerminal();
                anchored.add(new Anchored(workflow, receipts, ended, each.how(), each.by(), each.at()));
                if (ended && receipts == rows.count(table.findWorkflow(workflow))) {
                    whole.add(workflow);
                }
            } else if (each.receipt().commitLog() == null) {
                String message = "the summary that " + each.by() + " has signs no order of receipts, so it fixes none";
                log.add(FindingCode.ANCHOR_UNUSABLE, each.receipt().ref().toString(), workflow, message);
            }
        }
        anchored.sort(ORDER);
        return Anchoring.of(anchored, whole.size() == table.workflowCount(), keysFromBundle);
    }
}
