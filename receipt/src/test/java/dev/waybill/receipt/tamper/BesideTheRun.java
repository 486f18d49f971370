package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.complete;
import static dev.waybill.receipt.tamper.Judgement.incomplete;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.List;
import java.util.stream.Stream;

/// What people without the key do to what comes beside receipts: anchors and disclosures.
final class BesideTheRun {

    private static final String MISSING = "something is missing";

    private final History run = History.of("run").step("plan").step("write", "plan");
    private final Receipt end = run.summary();

    static List<Attack> list() {
        var attacks = new BesideTheRun();
        return Stream.concat(attacks.anchors(), attacks.disclosures()).toList();
    }

    private Stream<Attack> anchors() {
        Receipt open = run.summary(s -> s.open().issuedAt -= 1);
        Receipt other = History.of("other").step("plan").summary();
        String edited = Scene.withSegment(
                end.compact(), 1, Scene.segment(end.compact(), 1).replace("completed\"", "cancelled\""));
        return Stream.of(
                anchored(
                                "witness-of-another-summary",
                                "Shows that a witness saw this end, who saw another.",
                                witnessed(end, Scene.testimony("partner", open)))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error("ANCHOR_INVALID", "the witness signed for something else than this summary")
                                .besideItsAnchor()),
                anchored("witness-nobody-knows", "Invents a witness.", witnessed(end, Scene.testimony("stranger", end)))
                        .judged(incomplete("3 of 3 receipts valid, 1 finding", MISSING)
                                .gap(
                                        "E_KEY_NOT_FOUND",
                                        "an anchor: no key that you gave fits: it is signed with key"
                                                + " \"key-of-stranger\" of " + Keys.url("stranger"))
                                .besideItsAnchor()),
                anchored(
                                "anchored-summary-edited",
                                "Edits what the other party keeps.",
                                new Anchor(edited, new Anchor.Proof.Kept("partner")))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error("E_INVALID_SIGNATURE", "an anchor: " + Scene.NOT_SIGNED)
                                .besideItsAnchor()),
                anchored(
                                "anchor-that-is-a-step",
                                "Shows a step as if it were the end of the run.",
                                Scene.kept(run.receipt("plan")))
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error("ANCHOR_INVALID", "the anchored receipt is no summary")
                                .besideItsAnchor()),
                anchored(
                                "stamp-of-a-nobody",
                                "Shows a time stamp of a service that nobody trusts.",
                                new Anchor(end.compact(), new Anchor.Proof.Stamped("AAAA")))
                        .judged(incomplete("3 of 3 receipts valid, 1 finding", MISSING)
                                .gap("ANCHOR_UNPROVEN", "no certificate of a time-stamp service was given")
                                .besideItsAnchor()),
                anchored(
                                "anchor-of-another-run",
                                "Shows what others hold of another run, as if it spoke for this one.",
                                Scene.witnessed(other))
                        .judged(complete("3 of 3 receipts valid")
                                .because("ANCHOR_ELSEWHERE", Severity.INFO, "1 anchor is about runs that are not here")
                                .besideItsAnchor()));
    }

    private Attack anchored(String name, String does, Anchor anchor) {
        return Attack.byOthers(name, does).shows(run.with(end)).anchored(anchor);
    }

    private static Anchor witnessed(Receipt summary, Receipt testimony) {
        return new Anchor(summary.compact(), new Anchor.Proof.Witnessed(testimony.compact()));
    }

    private Stream<Attack> disclosures() {
        String none = Redactable.disclose(List.of(), new byte[16]);
        String plan = Redactable.disclose(List.of(History.stepId("plan")), new byte[16]);
        String first = redactable("plan", none).compact();
        String second = redactable("write", plan, History.stepId("plan")).compact();
        return Stream.of(
                Attack.byOthers("disclosure-exchanged", "Discloses that a step has no parents, which it has.")
                        .shows(List.of(first + "~" + none + "~", second + "~" + none + "~"))
                        .judged(broken("2 of 2 receipts valid, 1 finding")
                                .error("DISCLOSURE_INVALID", "this disclosure is not the one that the receipt signed")),
                Attack.byOthers(
                                "disclosure-withheld",
                                "Withholds the parents of a step, so that it looks like a beginning.")
                        .shows(List.of(first + "~" + none + "~", second))
                        .judged(Judgement.partial(
                                        "2 of 2 receipts valid", "no summary says how many receipts there should be")
                                .because(
                                        "PARENTS_WITHHELD", Severity.INFO, "receipts that withhold their parents: 1")));
    }

    private static Receipt redactable(String step, String disclosure, StepId... parents) {
        History ids = History.of(step).after(100);
        return Keys.issuer("orchestrator", Wire.V0_1)
                .issue(ReceiptDraft.builder(ids.nextId(), ids.now())
                        .workflow(WorkflowContext.builder(History.workflow("run"), History.stepId(step))
                                .parents(List.of(parents))
                                .build())
                        .disclosure(disclosure)
                        .build());
    }
}
