package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.complete;
import static dev.waybill.receipt.tamper.Judgement.incomplete;
import static dev.waybill.receipt.tamper.Judgement.partial;

import dev.waybill.base.Digest;
import dev.waybill.receipt.CommitLog;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.audit.Family;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.Validity;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What the holder of a key signs about the end of a run, about its children and its source, and as their own witness.
final class SignedEnds {

    private final History run = History.of("run").step("plan").step("write", "plan");
    private final Receipt end = run.summary();

    static List<Attack> list() {
        var ends = new SignedEnds();
        return Stream.of(ends.summaries(), ends.families(), ends.keys())
                .flatMap(each -> each)
                .toList();
    }

    private Stream<Attack> summaries() {
        Receipt short1 = run.summary(s -> s.onlyRefs(List.of(run.ref("plan"))));
        Receipt falseRoot = run.summary(s -> s.onlyRoot().root = Digest.of(new byte[1]));
        Receipt opened = run.summary(s -> s.open().onlyRoot().root = Digest.of(new byte[1]));
        Receipt order = run.summary(
                s -> s.commitLog = new CommitLog(run.receipt("write").ref(), Digest.of(new byte[1]), 2));
        Receipt failed = run.summary(s -> {
            s.status = WorkflowStatus.FAILED;
            s.error = new WorkflowError(History.stepId("pay"), "TOOL_FAILED", "no money");
        });
        Receipt cancelled = run.summary(s -> s.status = WorkflowStatus.CANCELLED);
        Receipt shrunk = run.summary(s -> {
            s.issuedAt += 60;
            s.onlyRefs(List.of(run.ref("plan")));
            s.open();
        });
        Receipt silent = run.summary(s -> s.agents = List.of("agent:somebody"));
        return Stream.of(
                ended("step-not-summed-up", "Leaves a step out of the summary, and shows it.", short1)
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "RECEIPT_NOT_COMMITTED",
                                        "step " + step("write")
                                                + " is here, but receipt_refs of the summary does not name it")),
                ended("false-root", "Signs a Merkle root of something else.", falseRoot)
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "MERKLE_ROOT_MISMATCH",
                                        "receipt_merkle_root is " + Digest.of(new byte[1]) + ", the receipts here give "
                                                + run.root())),
                Attack.byKeyHolder("false-root-of-an-open-run", "Signs a root that no beginning of the run ever had.")
                        .shows(History.of("run")
                                .step("plan")
                                .step("write", "plan")
                                .step("send", "write")
                                .with(opened))
                        .judged(broken("4 of 4 receipts valid, 1 finding")
                                .error(
                                        "MERKLE_ROOT_MISMATCH",
                                        "receipt_merkle_root is " + Digest.of(new byte[1])
                                                + ", the first 2 receipts of the chain give " + run.root())),
                ended("another-order", "Signs an order that is not the one of the chain.", order)
                        .judged(broken("3 of 3 receipts valid, 1 finding")
                                .error(
                                        "COMMIT_LOG_MISMATCH",
                                        "the summary signs an order of 2 receipts with root " + Digest.of(new byte[1])
                                                + ", which is not a prefix of the chain of 2 receipts here")),
                ended("failure-of-nothing", "Signs that a step failed for which nobody signed.", failed)
                        .judged(incomplete("3 of 3 receipts valid, 1 finding", "something is missing")
                                .gap(
                                        "FAILED_STEP_NOT_FOUND",
                                        "the summary says that step " + step("pay")
                                                + " failed, but no receipt of it is here")),
                ended("two-ends", "Signs two ends, and shows both.", end, cancelled)
                        .judged(broken("4 of 4 receipts valid, 2 findings")
                                .error("SUMMARY_RIVAL", "one of 2 final summaries of this workflow, status cancelled")),
                ended("growth-that-shrinks", "Signs for less than before.", end, shrunk)
                        .judged(broken("4 of 4 receipts valid, 1 finding")
                                .error(
                                        "SUMMARY_INCONSISTENT",
                                        "the summary of " + Instant.ofEpochSecond(shrunk.issuedAt())
                                                + " signs for fewer receipts, 1, than an earlier one, 2, "
                                                + end.ref())),
                ended("agent-not-listed", "Leaves an agent out of the list of those who took part.", silent)
                        .judged(complete("3 of 3 receipts valid, 1 finding")
                                .because(
                                        "AGENT_NOT_LISTED",
                                        Severity.WARNING,
                                        "agent agent:orchestrator acts in a receipt, but agents_involved of "
                                                + silent.ref() + " does not list it")));
    }

    private Attack ended(String name, String does, Receipt... ends) {
        return Attack.byKeyHolder(name, does).shows(run.with(ends));
    }

    private Stream<Attack> families() {
        Family family = new Family(1);
        String out = family.parent.ref("outchild0");
        History shortened = History.of("child0").after(100);
        shortened.step(
                "begin",
                context -> context.orchestratorReceiptRef(out),
                draft -> draft.extension(
                        ReceiptDraft.STEP_TYPE,
                        Family.step(
                                "child",
                                "from",
                                Family.of(family.parent.id().value()).with("receipt", Family.text(out)))));
        Receipt shortEnd = shortened.summary();
        History silent = History.of("child0").after(100).step("begin");
        History source = History.of("source").step("plan").step("write", "plan");
        History fork = Family.signed(
                History.of("fork").after(500),
                "begin",
                "fork",
                "from",
                Family.of(source.id().value())
                        .with("receipt", Family.text(source.ref("plan")))
                        .with("receipt_count", 2));
        return Stream.of(
                Attack.byKeyHolder("child-shortened", "Shortens a child run, and signs its end again.")
                        .shows(Scene.all(family.parentTexts(), shortened.with(shortEnd)))
                        .judged(broken("6 of 6 receipts valid, 1 finding")
                                .error(
                                        "LINK_MISMATCH",
                                        "step " + step("inchild0") + " signs that workflow "
                                                + shortened.id().value() + " ended with summary "
                                                + family.summaries.getFirst().ref() + ", and here it ends with "
                                                + shortEnd.ref())),
                Attack.byKeyHolder("child-exchanged", "Shows another run as the child, which names nobody.")
                        .shows(Scene.all(family.parentTexts(), silent.withSummary()))
                        .judged(broken("6 of 6 receipts valid, 3 findings")
                                .error(
                                        "LINK_MISMATCH",
                                        "step " + step("outchild0") + " signs that it handed over to workflow "
                                                + silent.id().value() + ", which names no caller")),
                Attack.byKeyHolder("child-left-out", "Leaves a child run out of what is shown.")
                        .shows(family.parentTexts())
                        .judged(partial(
                                "4 of 4 receipts valid",
                                "child workflow " + shortened.id().value() + " is not here")),
                Attack.byKeyHolder(
                                "fork-of-another-past", "Signs that a fork continues more of its source than it does.")
                        .shows(Scene.all(source.withSummary(), fork.withSummary()))
                        .judged(broken("5 of 5 receipts valid, 2 findings")
                                .error(
                                        "LINK_MISMATCH",
                                        "the workflow says that it comes from receipt " + source.ref("plan")
                                                + " of workflow " + source.id().value()
                                                + " after 2 receipts; the chain here has 1 up to there")));
    }

    private Stream<Attack> keys() {
        History joint = History.of("joint").step("plan").by("worker").step("search", "plan");
        Receipt workers = joint.summary();
        String workerEnds = "the summary is signed by " + Keys.url("worker")
                + ", who did not begin the workflow: that was " + Keys.url("orchestrator");
        joint.by("orchestrator").step("write", "search");
        return Stream.of(
                Attack.byKeyHolder(
                                "end-signed-by-a-worker",
                                "One who signed a single step signs a shortened run as final.")
                        .shows(Scene.all(joint.textsWithout("write"), workers.compact()))
                        .judged(partial("3 of 3 receipts valid, 1 finding", workerEnds)
                                .because("SUMMARY_FOREIGN", Severity.WARNING, workerEnds)),
                Attack.byKeyHolder("signed-for-another", "Signs a step under the name of another issuer.")
                        .shows(List.of(Scene.signed(
                                Keys.key("worker"),
                                Scene.segment(run.receipt("plan").compact(), 1))))
                        .judged(incomplete("0 of 1 receipt valid, 1 finding", "something is missing")
                                .gap(
                                        "E_KEY_NOT_FOUND",
                                        "no key that you gave fits: it is signed with key \"key-of-worker\" of "
                                                + Keys.url("orchestrator")
                                                + "; the key of that name here is another issuer's")),
                Attack.byKeyHolder("own-witness", "Countersigns the end with the key that signed it.")
                        .shows(run.with(end))
                        .anchored(new Anchor(
                                end.compact(),
                                new Anchor.Proof.Witnessed(
                                        Scene.testimony("orchestrator", end).compact())))
                        .judged(incomplete("3 of 3 receipts valid, 1 finding", "something is missing")
                                .gap(
                                        "ANCHOR_UNPROVEN",
                                        Keys.url("orchestrator") + " is its own witness, which proves nothing")
                                .besideItsAnchor()),
                Attack.byKeyHolder("revoked-key", "Goes on signing with a key that was revoked.")
                        .shows(List.of(end.compact()))
                        .keys(retired(new Validity(null, null, Keys.NOW - 20_000)))
                        .judged(broken("0 of 1 receipt valid, 1 finding")
                                .error(
                                        "E_KEY_REVOKED",
                                        Keys.key("orchestrator").verificationKey() + " was revoked before "
                                                + Instant.ofEpochSecond(end.issuedAt()))
                                .withKeys(Attack.OWN_KEYS)),
                Attack.byKeyHolder("retired-key", "Goes on signing with a key that was retired.")
                        .shows(List.of(end.compact()))
                        .keys(retired(new Validity(null, Keys.NOW - 20_000, null)))
                        .judged(broken("0 of 1 receipt valid, 1 finding")
                                .error(
                                        "E_KEY_NOT_VALID_AT",
                                        Keys.key("orchestrator").verificationKey() + " was not in use at "
                                                + Instant.ofEpochSecond(end.issuedAt()))
                                .withKeys(Attack.OWN_KEYS)));
    }

    private static KeySet retired(Validity validity) {
        return KeySet.of(
                Keys.url("orchestrator"),
                Keys.key("orchestrator").verificationKey().with(validity));
    }

    private static String step(String name) {
        return History.stepId(name).value();
    }
}
