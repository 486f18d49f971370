package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameworkBindingTest {

    private static final TenantIds IDS = new TenantIds(new byte[32]);
    private static final FrameworkBinding CREW = new FrameworkBinding("crewai", "crew.example/context", IDS);

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aTaskOfAnyFrameworkBecomesAStep(Wire wire) {
        JsonObject own = JsonObject.builder().put("crew", "research").build();
        WorkflowContext context = CREW.step("run-1", "task-2", List.of("task-1"))
                .toolName("crewai:research")
                .build();
        Receipt receipt = Issued.issuer(wire)
                .issue(CREW.addTo(Issued.draft(1), context, own).build());
        Receipt read = Receipt.decode(receipt.compact());
        assertThat(read.workflow()).isEqualTo(context);
        assertThat(CREW.context(read)).contains(own);
        assertThat(context.framework()).isEqualTo("crewai");
        assertThat(context.workflowId()).isEqualTo(CREW.workflowId("run-1"));
        assertThat(context.parentStepIds()).containsExactly(CREW.stepId("run-1", "task-1"));
    }

    @Test
    void frameworksRunsAndTasksDoNotCollide() {
        var graph = new FrameworkBinding("langgraph", "crew.example/context", IDS);
        assertThat(graph.workflowId("run-1")).isNotEqualTo(CREW.workflowId("run-1"));
        assertThat(CREW.stepId("run-1", "task")).isNotEqualTo(CREW.stepId("run-2", "task"));
        assertThat(CREW.stepId("a", "bc")).isNotEqualTo(CREW.stepId("ab", "c"));
        assertThat(CREW.stepId("run-1", "task")).isEqualTo(CREW.stepId("run-1", "task"));
    }

    @Test
    void aReceiptWithoutTheContextGivesNone() {
        assertThat(CREW.context(Issued.any())).isEmpty();
    }

    @Test
    void aContextThatIsNoObjectIsRefused() {
        Receipt receipt = Issued.issuer(Wire.V0_1)
                .issue(Issued.draft(1)
                        .extension("crew.example/context", new JsonString("x"))
                        .build());
        Refused.with(Code.E_INVALID_FORMAT, "crew.example/context", () -> CREW.context(receipt));
    }

    @Test
    void keysOfNobodyAndOfPeacAreRefused() {
        for (String key : List.of("context", "Your.Domain/context", "org.peacprotocol/context", "a.b/", "/c")) {
            Refused.with(Code.E_INVALID_FORMAT, "your.domain/context", () -> new FrameworkBinding("custom", key, IDS));
        }
    }

    @Test
    void aFrameworkOutsideTheGrammarIsRefused() {
        var bad = new FrameworkBinding("Crew AI", "crew.example/context", IDS);
        Refused.with(
                Code.E_WORKFLOW_CONTEXT_INVALID,
                "framework",
                () -> bad.step("run-1", "task-1", List.of()).build());
    }
}
