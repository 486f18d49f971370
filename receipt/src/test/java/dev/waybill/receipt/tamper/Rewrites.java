package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.complete;

import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.Family;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.util.List;
import java.util.stream.Stream;

/// What the holder of the key does alone, and so well that the set itself shows nothing: each is judged twice, without
/// and with what others hold.
final class Rewrites {

    private static final String RIVAL = "one of 2 final summaries of this workflow, status ";

    private final History run = Scene.run();
    private final Receipt end = run.summary();

    Stream<Attack> all() {
        return Stream.of(
                rewritten(
                        "rewritten-history",
                        "Signs another history from the first step on, before anybody holds a copy of the true one.",
                        History.of("run").step("plan").step("invent", "plan").step("write", "invent"),
                        7),
                rewritten(
                        "reissued-last-step",
                        "Signs the last step again, with another parent.",
                        History.of("run").step("plan").step("search", "plan").step("write", "plan"),
                        7),
                rewritten(
                        "cut-tail-signed-as-final",
                        "Drops the last step, and signs the rest as final.",
                        History.of("run").step("plan").step("search", "plan"),
                        5),
                rewritten(
                        "step-added-afterwards",
                        "Adds an approval that nobody gave to a run that had ended, and signs a new end.",
                        Scene.run().step("approve", "write"),
                        2),
                rewritten(
                        "step-inserted",
                        "Inserts a check that was never made between two steps.",
                        History.of("run")
                                .step("plan")
                                .step("check", "plan")
                                .step("search", "check")
                                .step("write", "search"),
                        6),
                rewritten(
                        "order-swapped",
                        "Signs that the search came after the writing.",
                        History.of("run").step("plan").step("write", "plan").step("search", "write"),
                        7),
                rewritten(
                        "times-moved",
                        "Moves the whole run an hour back, so that it was in time.",
                        History.of("run")
                                .after(-3_600)
                                .step("plan")
                                .step("search", "plan")
                                .step("write", "search"),
                        11),
                failureHidden(),
                failedStepHidden(),
                beginningRewritten(),
                tailBehindAnchor(),
                childRewritten());
    }

    private Attack rewritten(String name, String does, History told, int findings) {
        int receipts = told.issued().size() + 1;
        return Attack.byKeyHolder(name, does)
                .shows(told.withSummary())
                .judged(complete(valid(receipts)))
                .judged(broken(valid(receipts) + ", " + findings + " findings")
                        .error("SUMMARY_RIVAL", RIVAL + "completed")
                        .besideTheAnchor());
    }

    private static String valid(int receipts) {
        return receipts + " of " + receipts + " receipts valid";
    }

    private Attack failureHidden() {
        Receipt failed = run.summary(s -> {
            s.status = WorkflowStatus.FAILED;
            s.error = new WorkflowError(History.stepId("write"), "TOOL_FAILED", "no paper");
        });
        return Attack.byKeyHolder("failure-signed-as-success", "Signs that a run that failed has completed.")
                .shows(run.withSummary())
                .anchored(Scene.kept(failed))
                .judged(complete("4 of 4 receipts valid"))
                .judged(broken("4 of 4 receipts valid, 2 findings")
                        .error("SUMMARY_RIVAL", RIVAL + "failed")
                        .error("SUMMARY_RIVAL", RIVAL + "completed")
                        .besideItsAnchor());
    }

    private Attack failedStepHidden() {
        History clean = History.of("run").step("plan").step("write", "plan");
        return Attack.byKeyHolder("step-left-out", "Leaves a step out that went wrong, and chains the others again.")
                .shows(clean.withSummary())
                .anchored(Scene.kept(end))
                .judged(complete("3 of 3 receipts valid"))
                .judged(broken("3 of 3 receipts valid, 7 findings")
                        .error("SUMMARY_RIVAL", RIVAL + "completed")
                        .besideItsAnchor());
    }

    private Attack beginningRewritten() {
        Receipt open = run.summary(s -> s.open());
        History other = History.of("run")
                .step("plan")
                .step("invent", "plan")
                .step("write", "invent")
                .step("send", "write");
        return Attack.byKeyHolder(
                        "beginning-rewritten",
                        "Rewrites the beginning of a run that was anchored while it was still open.")
                .shows(other.withSummary())
                .anchored(Scene.kept(open))
                .judged(complete("5 of 5 receipts valid"))
                .judged(broken("5 of 5 receipts valid, 4 findings")
                        .error(
                                "COMMIT_LOG_MISMATCH",
                                "the summary signs an order of 3 receipts with root "
                                        + run.commitLog().root()
                                        + ", which is not a prefix of the chain of 4 receipts here")
                        .besideItsAnchor());
    }

    /// The honest limit of an anchor: it reaches as far as the run had come.
    private Attack tailBehindAnchor() {
        Receipt open = run.summary(s -> s.open());
        History other = Scene.run().step("burn", "write");
        return Attack.byKeyHolder(
                        "tail-rewritten-behind-the-anchor",
                        "Rewrites what came after the last anchor. Nobody can see it: an anchor reaches as far as the run"
                                + " had come.")
                .shows(other.withSummary())
                .anchored(Scene.kept(open))
                .judged(complete("5 of 5 receipts valid"))
                .judged(complete("5 of 5 receipts valid").besideItsAnchor());
    }

    private Attack childRewritten() {
        Family family = new Family(1);
        Receipt before = History.of("child0")
                .after(100)
                .step("begin")
                .step("harm", "begin")
                .summary();
        return Attack.byKeyHolder(
                        "family-rewritten", "Rewrites a child run and everything that its parent signs about it.")
                .shows(family.texts())
                .anchored(Scene.kept(before))
                .judged(complete("8 of 8 receipts valid"))
                .judged(broken("8 of 8 receipts valid, 10 findings")
                        .error("SUMMARY_RIVAL", RIVAL + "completed")
                        .besideItsAnchor());
    }

    static List<Attack> list() {
        return new Rewrites().all().toList();
    }
}
