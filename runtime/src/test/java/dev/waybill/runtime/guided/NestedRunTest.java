package dev.waybill.runtime.guided;

import static dev.waybill.runtime.guided.Guide.run;
import static dev.waybill.runtime.guided.Guide.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.FindingCode;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.runtime.check.Fsck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A run that an agent begins inside a step of its run: both sign about each other.
class NestedRunTest {

    private final Guide guide = new Guide().knows("""
            {'id': 'steps', 'name': 'Steps', 'description': 'Two steps', 'version': '1.0.0', 'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'First.'}, {'id': 'two', 'title': 'Two', 'prompt': 'Second.'}]}""");

    private final GuidedAnswer outer = guide.start("steps", "{}");

    @Test
    void aRunWithAllThatWasBegunInsideItIsComplete() throws IOException {
        RunId inner = nested();
        finish(outer);

        AuditReport report = audit(run(outer), inner);

        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.completeness().isComplete()).isTrue();
        List<String> damage = new ArrayList<>();
        Fsck.check(guide.store, guide.keys, guide.instant(), finding -> damage.add(finding.toString()));
        assertThat(damage).isEmpty();
    }

    @Test
    void aRunThatWasBegunInsideIsMissedWhenItIsLeftOut() throws IOException {
        RunId inner = nested();
        finish(outer);

        assertThat(audit(run(outer)).completeness().sentence()).contains(workflow(inner), "is not here");
    }

    @Test
    void howItEndedIsHeldAgainstTheStepThatFollowed() throws IOException {
        RunId inner = nested();
        finish(outer);
        List<String> all = receipts(run(outer), inner);
        all.remove(new String(
                guide.store
                        .receipts(inner, StoredReceipt.Kind.SUMMARY, 0, 1)
                        .getFirst()
                        .bytes(),
                StandardCharsets.UTF_8));

        assertThat(audit(all).findingCounts()).containsKey(FindingCode.CHILD_SUMMARY_MISSING.name());
    }

    @Test
    void oneThatIsOpenWhenTheOuterRunEndsIsNamedWithoutItsEnd() throws IOException {
        GuidedAnswer inner = begin();
        finish(outer);

        assertThat(audit(run(outer)).completeness().sentence()).contains(workflow(run(inner)), "is not here");
        finish(inner);
        assertThat(audit(run(outer), run(inner)).completeness().isComplete()).isTrue();
    }

    @Test
    void oneThatWasBegunInAnEarlierStepIsNamedWithItsEndByALaterOne() throws IOException {
        GuidedAnswer inner = begin();
        GuidedAnswer second = guide.advance(outer, "{}");
        finish(inner);
        guide.advance(second, "{}");
        List<String> all = receipts(run(outer), run(inner));
        all.removeLast();

        assertThat(audit(all).findingCounts()).containsKey(FindingCode.CHILD_SUMMARY_MISSING.name());
    }

    /// Ended before the outer run goes on.
    private RunId nested() {
        GuidedAnswer inner = begin();
        finish(inner);
        return run(inner);
    }

    private GuidedAnswer begin() {
        JsonObject parent = JsonObject.builder()
                .put("runId", run(outer).value())
                .put("stepId", step(outer))
                .build();
        return guide.tools.start(
                JsonObject.builder()
                        .put("workflowId", "steps")
                        .put("parent", parent)
                        .build(),
                Guide.AGENT);
    }

    private void finish(GuidedAnswer begun) {
        guide.advance(guide.advance(begun, "{}"), "{}");
    }

    private String workflow(RunId run) {
        return guide.store.run(run).orElseThrow().header().workflowId();
    }

    private AuditReport audit(RunId... runs) throws IOException {
        return audit(receipts(runs));
    }

    private AuditReport audit(List<String> receipts) throws IOException {
        return new WorkflowAuditor(
                        guide.keys.publicKeys(), AuditOptions.at(guide.instant().getEpochSecond()))
                .audit(ReceiptSource.of(receipts));
    }

    /// Steps first, then the summaries, in the order of the runs.
    private List<String> receipts(RunId... runs) {
        List<String> receipts = new ArrayList<>();
        for (StoredReceipt.Kind kind : List.of(StoredReceipt.Kind.STEP, StoredReceipt.Kind.SUMMARY)) {
            for (RunId run : runs) {
                guide.store
                        .receipts(run, kind, 0, 100)
                        .forEach(receipt -> receipts.add(new String(receipt.bytes(), StandardCharsets.UTF_8)));
            }
        }
        return receipts;
    }
}
