package dev.waybill.workflow.guided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What we ship works.
class BundledTest {

    @TestFactory
    Stream<DynamicTest> everyWorkflowAndRoutineCompilesWithoutAWarning() {
        return Stream.concat(Bundled.workflows().stream(), Bundled.routines().stream())
                .map(source -> dynamicTest(source.string("id").orElseThrow(), () -> {
                    var ok = GuidedSources.ok(GuidedCompiler.bundled().compile(source));
                    assertThat(ok.warnings()).isEmpty();
                    GuidedSources.assertCompiled(ok.workflow());
                    assertThat(GuidedWorkflow.read(ok.workflow().document())).isEqualTo(ok.workflow());
                }));
    }

    @Test
    void theReviewBeginsAsTheContractSays() {
        GuidedWorkflow review = review();
        assertThat(review.steps().stream().map(GuidedStep::id))
                .startsWith("phase-0-triage", "phase-1-context", "phase-2-findings");
        assertThat(review.steps().stream().map(GuidedStep::title))
                .startsWith("Phase 0: Triage & Review Focus", "Phase 1: Contextual Understanding & Confirmation");
        for (int i = 0; i < 2; i++) {
            PromptStep step = GuidedSources.prompt(review, i);
            assertThat(step.confirmation().isDue(JsonObject.EMPTY)).isTrue();
            assertThat(step.notesRequired()).isFalse();
            assertThat(step.contract()).isNotNull();
        }
        assertThat(review.contract("mr_review.changed_files").orElseThrow().dedupeBy())
                .containsExactly("changedFiles[].path");
    }

    /// Small artifacts of the three kinds, with the members that the contract's appendix shows.
    @Test
    void theReviewTakesTheArtifactsOfTheContractsAppendix() {
        accepts("mr_review.phase_0_triage", """
                {'kind':'mr_review.phase_0_triage','review':{'mrTitle':'t','classification':'Standard',
                'focusAreas':['a','b']},'revisionLogEntry':'done'}""");
        accepts("mr_review.changed_files", """
                {'kind':'mr_review.changed_files','changedFiles':[{'path':'a.ts','summary':'s','risk':'L'},
                {'path':'b.ts','summary':'s','risk':'M'}]}""");
        accepts("mr_review.findings", """
                {'kind':'mr_review.findings','findings':[{'severity':'Major','location':{'file':'a.ts','line':79},
                'title':'t','rationale':'r','suggestion':'s'}],'mrComments':[{'location':{'file':'a.ts','line':79},
                'title':'t','body':'b'}]}""");
    }

    private static void accepts(String ref, String artifact) {
        OutputContract contract = review().contract(ref).orElseThrow();
        JsonValue value = GuidedSources.json(artifact);
        assertThat(JsonSchema.compile(contract.schema()).validate(value, StepBudget.usual()))
                .isEmpty();
        assertThat(contract.kind()).isEqualTo(ref);
    }

    private static GuidedWorkflow review() {
        return GuidedSources.compiled(Bundled.workflows().getFirst());
    }

    @Test
    void theRegistryHoldsTheNamedContracts() {
        assertThat(Contracts.bundled().refs())
                .containsExactlyInAnyOrder(
                        "wr.contracts.loop_control",
                        "wr.contracts.assessment",
                        "wr.contracts.review_verdict",
                        "wr.contracts.discovery_handoff",
                        "wr.contracts.shaping_handoff",
                        "wr.contracts.coding_handoff",
                        "wr.contracts.gate_verdict",
                        "wr.contracts.coordinator_signal",
                        "wr.contracts.differentiation_handoff");
        assertThat(SharedTexts.refs()).hasSize(7);
        assertThat(SharedTexts.features()).hasSize(3);
    }
}
