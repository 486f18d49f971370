package dev.waybill.receipt.tamper;

import static dev.waybill.receipt.tamper.Judgement.broken;
import static dev.waybill.receipt.tamper.Judgement.incomplete;
import static dev.waybill.receipt.tamper.Judgement.partial;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.audit.Severity;
import dev.waybill.receipt.context.McpOrchestrationContext;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What the holder of the key signs about steps and their order, and the set itself contradicts.
final class SignedLies {

    private static final Digest NOWHERE = Digest.of(new byte[0]);

    private final History run = Scene.run();

    static List<Attack> list() {
        var lies = new SignedLies();
        return Stream.concat(lies.aboutSteps(), lies.aboutTime()).toList();
    }

    private Stream<Attack> aboutSteps() {
        return Stream.of(
                cycle(), ownParent(), unknownParent(), twiceSigned(), sameId(), fork(), hole(), attempt(), toolCall());
    }

    private Stream<Attack> aboutTime() {
        return Stream.of(backdated(), future(), summaryBeforeTheEnd(), idFromAnotherDay());
    }

    private Attack cycle() {
        History told = History.of("run").unchained().step("plan", "write").step("write", "plan");
        return Attack.byKeyHolder("cycle", "Signs two steps as each other's parents.")
                .shows(told.texts())
                .judged(broken("2 of 2 receipts valid, 1 finding")
                        .error(
                                "E_WORKFLOW_CYCLE_DETECTED",
                                "2 steps are their own ancestors: " + step("plan") + " <- " + step("write") + " <- "
                                        + step("plan")));
    }

    private Attack ownParent() {
        String receipt = run.receipt("plan").compact();
        String lie = Scene.resigned(
                receipt,
                claims -> claims.replace("\"parent_step_ids\":[]", "\"parent_step_ids\":[\"" + step("plan") + "\"]"));
        return Attack.byKeyHolder("own-parent", "Signs a step as its own parent, with software that refuses nothing.")
                .shows(List.of(lie))
                .judged(broken("0 of 1 receipt valid, 1 finding")
                        .error(
                                "E_WORKFLOW_DAG_INVALID",
                                "parent_step_ids.0: expected a step other than step_id itself, found step_id;"
                                        + " name the steps that came before"));
    }

    private Attack unknownParent() {
        History told = History.of("run").step("plan").step("write", "plan", "review");
        return Attack.byKeyHolder("review-that-never-was", "Names a review as parent for which nobody signed.")
                .shows(told.withSummary())
                .judged(incomplete("3 of 3 receipts valid, 1 finding", "something is missing")
                        .gap(
                                "E_WORKFLOW_PARENT_NOT_FOUND",
                                "step " + step("write") + " names parent " + step("review")
                                        + ", which has no receipt here"));
    }

    private Attack twiceSigned() {
        History told = History.of("run").step("plan").step("write", "plan").step("write");
        return Attack.byKeyHolder("one-step-two-stories", "Signs one step twice, each time with other parents.")
                .shows(told.withSummary())
                .judged(broken("4 of 4 receipts valid, 1 finding")
                        .error(
                                "DUPLICATE_STEP",
                                "step " + step("write") + " has 2 receipts that name different parents"));
    }

    private Attack sameId() {
        String twin = Scene.resigned(
                run.receipt("write").compact(), claims -> claims.replace("\"iat\":1794690002", "\"iat\":1794690003"));
        return Attack.byKeyHolder("one-id-two-receipts", "Gives one id to two receipts, to swap them later.")
                .shows(Scene.all(run.withSummary(), twin))
                .judged(broken("5 of 5 receipts valid, 6 findings")
                        .error(
                                "RECEIPT_ID_REUSED",
                                "this is one of 2 receipts to which " + Keys.url("orchestrator")
                                        + " gave the same id"));
    }

    private Attack fork() {
        History told = History.of("run").step("plan");
        Digest plan = told.receipt("plan").ref();
        told.step("pay", "plan").following(plan).step("refuse", "plan");
        return Attack.byKeyHolder("two-histories", "Keeps two histories after one receipt, to show either.")
                .shows(told.texts())
                .judged(broken("3 of 3 receipts valid, 2 findings")
                        .error("HASH_CHAIN_FORK", "this is one of 2 receipts that follow " + plan));
    }

    private Attack hole() {
        History told = History.of("run").step("plan").following(NOWHERE).step("write", "plan");
        Receipt summary = told.summary(s -> s.commitLog = null);
        return Attack.byKeyHolder(
                        "receipt-burnt-before-the-end",
                        "Takes a receipt out of the chain, and signs an end without it.")
                .shows(told.with(summary))
                .judged(broken("3 of 3 receipts valid, 1 finding")
                        .error(
                                "HASH_CHAIN_BROKEN",
                                "prev_receipt_hash names " + NOWHERE + ", which no valid receipt here has"));
    }

    private Attack attempt() {
        History told = History.of("run")
                .step("plan")
                .step(
                        "again",
                        UnaryOperator.identity(),
                        draft -> draft.extension(
                                ReceiptDraft.STEP_TYPE,
                                JsonObject.builder()
                                        .put("kind", "node")
                                        .put("node", "pay")
                                        .put("ordinal", 1)
                                        .put("outcome", "completed")
                                        .put("attempt", 2)
                                        .build()),
                        "plan");
        return Attack.byKeyHolder("first-attempt-hidden", "Signs a second attempt, and hides the first, which failed.")
                .shows(told.withSummary())
                .judged(broken("3 of 3 receipts valid, 1 finding")
                        .error(
                                "ATTEMPT_MISSING",
                                "step " + step("again")
                                        + " is a later attempt, and no receipt signs for the one before"));
    }

    private Attack toolCall() {
        History told = History.of("run").step("plan");
        for (String step : List.of("search", "search2")) {
            told.step(
                    step,
                    UnaryOperator.identity(),
                    draft -> draft.extension(
                            McpOrchestrationContext.EXTENSION_KEY,
                            McpOrchestrationContext.of("session-1", "urn:server", "call-1", "search")
                                    .toJson()),
                    "plan");
        }
        return Attack.byKeyHolder("one-call-sold-twice", "Signs two steps for one and the same call of a tool.")
                .shows(told.withSummary())
                .judged(broken("4 of 4 receipts valid, 2 findings")
                        .error(
                                "TOOL_CALL_REUSED",
                                "step " + step("search")
                                        + " signs for an MCP call that another step signs for as well"));
    }

    private Attack backdated() {
        History told = History.of("run").step("plan").after(-86_400).step("write", "plan");
        Instant late = Instant.ofEpochSecond(told.receipt("write").issuedAt());
        Instant early = Instant.ofEpochSecond(told.receipt("plan").issuedAt());
        return Attack.byKeyHolder("backdated-step", "Dates a step on the day before its parent.")
                .shows(told.with(told.summary(s -> s.issuedAt += 90_000)))
                .judged(broken("3 of 3 receipts valid, 1 finding")
                        .error(
                                "TEMPORAL_ORDER",
                                "step " + step("write") + " is dated " + late
                                        + ", 86399 s before the receipt before it at " + early));
    }

    private Attack future() {
        History told = History.of("run").step("plan").after(20_000).step("write", "plan");
        return Attack.byKeyHolder("dated-in-the-future", "Dates a step in the future.")
                .shows(told.texts())
                .judged(incomplete(
                                "1 of 2 receipts valid, 1 finding",
                                "no summary says how many receipts there should be (and 1 more reason)")
                        .gap(
                                "E_NOT_YET_VALID",
                                "issued at "
                                        + Instant.ofEpochSecond(
                                                told.receipt("write").issuedAt()) + ", the verifier's clock says "
                                        + Instant.ofEpochSecond(Keys.NOW)));
    }

    private Attack summaryBeforeTheEnd() {
        Receipt early = run.summary(s -> s.issuedAt -= 3_600);
        return Attack.byKeyHolder("end-before-the-last-step", "Dates the end an hour before the last step.")
                .shows(run.with(early))
                .judged(broken("4 of 4 receipts valid, 1 finding")
                        .error(
                                "TEMPORAL_ORDER",
                                "the summary is dated " + Instant.ofEpochSecond(early.issuedAt())
                                        + ", 3599 s before receipt " + run.ref("write") + ", which it sums up, at "
                                        + Instant.ofEpochSecond(
                                                run.receipt("write").issuedAt())));
    }

    /// Only a remark: clocks and ids of foreign systems differ, so the reader decides.
    private Attack idFromAnotherDay() {
        History old = History.of("run").after(-172_800);
        String id = old.nextId();
        String lie = Scene.resigned(
                run.receipt("plan").compact(),
                claims -> claims.replace(run.receipt("plan").id(), id));
        return Attack.byKeyHolder("id-from-another-day", "Signs under an id that was made two days before.")
                .shows(List.of(lie))
                .judged(
                        partial("1 of 1 receipt valid, 1 finding", "no summary says how many receipts there should be")
                                .because(
                                        "ID_TIME_MISMATCH",
                                        Severity.WARNING,
                                        "the receipt is dated 2026-11-14T21:00:00Z, its own id was made at 2026-11-12T21:00:00Z"));
    }

    private static String step(String name) {
        return History.stepId(name).value();
    }
}
