package dev.waybill.runtime.guided;

import static dev.waybill.runtime.guided.Guide.code;
import static dev.waybill.runtime.guided.Guide.run;
import static dev.waybill.runtime.guided.Guide.step;
import static dev.waybill.runtime.guided.Guide.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.runtime.Beside;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.simulator.ModelStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Cancel means stop: an agent that comes back is told who cancelled its run, when and why, and nothing opens.
class CancelledRunTest {

    private final Guide guide = guide(List.of());

    private static Guide guide(List<ExtraTool> extras) {
        return new Guide(new ModelStore(), new GuidedSettings(false, extras)).knows("""
                {'id': 'steps', 'name': 'Steps', 'description': 'Two steps', 'version': '1.0.0', 'steps': [
                  {'id': 'one', 'title': 'One', 'prompt': 'Do one.'},
                  {'id': 'two', 'title': 'Two', 'prompt': 'Do two.'}]}""");
    }

    private static void cancel(Guide guide, RunId run) {
        guide.pass(Duration.ofSeconds(5));
        guide.runs.tell(
                Guide.ACME,
                run,
                _ -> new Command.Cancel(guide.instant(), "the ticket was withdrawn", "kim"),
                (_, _) -> new GuidedRuns.Told<>("", new Beside(List.of(), null, List.of())));
    }

    private static long runs(Guide guide) {
        return guide.store.runs(RunQuery.all(100)).size();
    }

    @Test
    void theAgentIsToldWhoCancelledWhenAndWhyAndNothingOpens() {
        GuidedAnswer start = guide.start("steps", "{}");
        GuidedAnswer second = guide.advance(start, "{}");
        cancel(guide, run(start));
        for (GuidedAnswer tokens : List.of(second, start)) {
            GuidedAnswer refused = guide.advance(tokens, "{'context': {'more': 1}}");
            assertThat(code(refused)).isEqualTo("RUN_CANCELLED");
            assertThat(refused.text())
                    .contains("kim cancelled the run", "at 2026-11-16T10:00:05", "the ticket was withdrawn")
                    .contains("stop, and tell your user");
        }
        assertThat(runs(guide)).isEqualTo(1);
        // What was answered before is answered again.
        assertThat(guide.advance(start, "{}").text()).isEqualTo(second.text());
    }

    @Test
    void onlyAResumeAfterTheCancelOpensANewRun() {
        Guide offering = guide(List.of(ExtraTool.RESUME, ExtraTool.CHECKPOINT));
        GuidedAnswer start = offering.start("steps", "{}");
        JsonObject place = JsonObject.builder()
                .put("stateToken", text(start, "stateToken"))
                .build();
        GuidedAnswer before = offering.tools.resume(place, Guide.AGENT);
        cancel(offering, run(start));
        assertThat(code(offering.advance(before, "{}"))).isEqualTo("RUN_CANCELLED");
        assertThat(offering.advance(start, "{}").text()).contains("workflow_resume");
        assertThat(runs(offering)).isEqualTo(1);

        GuidedAnswer after = offering.tools.resume(place, Guide.AGENT);
        GuidedAnswer next = offering.advance(after, "{}");
        assertThat(step(next)).isEqualTo("two");
        assertThat(run(next)).isNotEqualTo(run(start));
        assertThat(next.text()).contains("This is a new run from that step", run(start) + " had ended");
    }

    @Test
    void nothingIsWrittenDownInACancelledRun() {
        Guide offering = guide(List.of(ExtraTool.CHECKPOINT));
        GuidedAnswer start = offering.start("steps", "{}");
        cancel(offering, run(start));
        JsonObject note = JsonObject.builder()
                .put("stateToken", text(start, "stateToken"))
                .put("notesMarkdown", "half done")
                .build();
        assertThat(code(offering.tools.checkpoint(note, Guide.AGENT))).isEqualTo("RUN_CANCELLED");
    }

    private GuidedAnswer inside(GuidedAnswer parent) {
        return guide.tools.start(
                Guide.json("{'workflowId': 'steps', 'parent': {'runId': '%s', 'stepId': 'one'}}"
                        .formatted(run(parent).value())),
                Guide.AGENT);
    }

    @Test
    void aRunInsideACancelledOneIsCancelledToo() {
        GuidedAnswer outer = guide.start("steps", "{}");
        GuidedAnswer inner = inside(outer);
        GuidedAnswer innermost = inside(inner);
        cancel(guide, run(outer));
        GuidedAnswer refused = guide.advance(innermost, "{}");
        assertThat(code(refused)).isEqualTo("RUN_CANCELLED");
        assertThat(refused.text()).contains("kim", "and this one inside it", "the ticket was withdrawn");
        for (GuidedAnswer each : List.of(outer, inner, innermost)) {
            assertThat(guide.store.run(run(each)).orElseThrow().projection().status())
                    .isEqualTo(RunStatus.CANCELLED);
        }
    }

    @Test
    void aRunInsideAnotherOneIsNoDamage() {
        GuidedAnswer outer = guide.start("steps", "{}");
        guide.advance(inside(outer), "{}");
        List<FsckFinding> findings = new ArrayList<>();
        Fsck.check(guide.store, guide.keys, guide.instant(), findings::add);
        assertThat(findings).isEmpty();
    }
}
