package dev.waybill.receipt.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.context.A2aTaskBinding;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.privacy.TenantIds;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class A2aTaskBindingTest {

    private static final TenantIds IDS = new TenantIds(new byte[32]);
    private static final A2aTaskBinding TASK =
            A2aTaskBinding.of("task-42", "ctx-7", "https://agent.example.com/.well-known/agent-card.json", "summarize");

    @Test
    void whatIsWrittenIsReadBack() {
        Seeds.check(300, random -> {
            var task = new A2aTaskBinding(
                    RandomText.name(random),
                    RandomText.name(random),
                    "https://agent.example.com/" + random.nextInt(),
                    RandomText.name(random),
                    random.nextBoolean() ? Issued.WORKFLOW : null,
                    random.nextBoolean() ? Issued.step("A") : null);
            byte[] json = task.toJson().toString().getBytes(StandardCharsets.UTF_8);
            assertThat(A2aTaskBinding.parse(JsonReader.read(json, JsonLimits.RECEIPT)))
                    .isEqualTo(task);
        });
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void contextAndTaskBecomeWorkflowAndStep(Wire wire) {
        WorkflowContext workflow = TASK.workflow(IDS, List.of("task-41")).build();
        Receipt receipt = Issued.issuer(wire).issue(draft(workflow, TASK.boundTo(workflow)));
        A2aTaskBinding read =
                A2aTaskBinding.read(Receipt.decode(receipt.compact()).claims()).orElseThrow();
        assertThat(read.workflowId()).isEqualTo(A2aTaskBinding.workflowId(IDS, "ctx-7"));
        assertThat(read.stepId()).isEqualTo(A2aTaskBinding.stepId(IDS, "ctx-7", "task-42"));
        assertThat(workflow.parentStepIds()).containsExactly(A2aTaskBinding.stepId(IDS, "ctx-7", "task-41"));
        assertThat(workflow.toolName()).isEqualTo("summarize");
        assertThat(workflow.framework()).isEqualTo("a2a");
    }

    @Test
    void idsAreTheSameEachTimeAndSayNothing() {
        assertThat(A2aTaskBinding.workflowId(IDS, "ctx-7"))
                .isEqualTo(A2aTaskBinding.workflowId(new TenantIds(new byte[32]), "ctx-7"));
        byte[] otherKey = new byte[32];
        otherKey[0] = 1;
        assertThat(A2aTaskBinding.workflowId(new TenantIds(otherKey), "ctx-7"))
                .isNotEqualTo(A2aTaskBinding.workflowId(IDS, "ctx-7"));
        assertThat(A2aTaskBinding.stepId(IDS, "ab", "c")).isNotEqualTo(A2aTaskBinding.stepId(IDS, "a", "bc"));
        assertThat(A2aTaskBinding.stepId(IDS, "ctx-7", "task-42").value()).doesNotContain("42");
    }

    @Test
    void theSpecificationsOwnPlaceIsReadToo() {
        JsonObject extensions = JsonObject.builder()
                .put(A2aTaskBinding.EXTENSION_KEY, TASK.toJson())
                .build();
        JsonObject claims = JsonObject.builder()
                .put("auth", JsonObject.builder().put("extensions", extensions).build())
                .build();
        assertThat(A2aTaskBinding.read(claims)).contains(TASK);
    }

    @Test
    void placesOfAnotherKindAreRefused() {
        JsonObject claims = JsonObject.builder().put("auth", "yes").build();
        Refused.with(Code.E_INVALID_FORMAT, "auth", () -> A2aTaskBinding.read(claims));
    }

    @Test
    void anotherWorkflowOrStepThanTheReceiptsIsRefused() {
        WorkflowContext here = Issued.context("A").build();
        A2aTaskBinding there = TASK.boundTo(Issued.context("B").build());
        Refused.with(
                Code.E_WORKFLOW_CONTEXT_INVALID,
                "step_id",
                () -> Issued.issuer(Wire.V0_1).issue(draft(here, there)));
        A2aTaskBinding derived = TASK.boundTo(TASK.workflow(IDS, List.of()).build());
        Refused.with(Code.E_WORKFLOW_CONTEXT_INVALID, "workflow_id", () -> derived.boundTo(here));
        Receipt outsideWorkflows = Issued.issuer(Wire.V0_1)
                .issue(Issued.draft(1)
                        .extension(A2aTaskBinding.EXTENSION_KEY, derived.toJson())
                        .build());
        assertThat(A2aTaskBinding.read(outsideWorkflows.claims())).contains(derived);
    }

    private static ReceiptDraft draft(WorkflowContext workflow, A2aTaskBinding task) {
        return Issued.draft(1)
                .workflow(workflow)
                .extension(A2aTaskBinding.EXTENSION_KEY, task.toJson())
                .build();
    }

    @Test
    void missingMistypedAndUnknownMembersAreRefused() {
        for (String name : TASK.toJson().names()) {
            JsonObject missing = TASK.toJson().without(name);
            JsonObject mistyped = TASK.toJson().with(name, 1);
            JsonObject empty = TASK.toJson().with(name, "");
            Refused.with(Code.E_INVALID_FORMAT, name, () -> A2aTaskBinding.parse(missing));
            Refused.with(Code.E_INVALID_FORMAT, name, () -> A2aTaskBinding.parse(mistyped));
            Refused.with(Code.E_INVALID_FORMAT, name, () -> A2aTaskBinding.parse(empty));
        }
        JsonObject unknown = TASK.toJson().with("note", "x");
        Refused.with(Code.E_INVALID_FORMAT, "note", () -> A2aTaskBinding.parse(unknown));
    }

    @Test
    void anAgentCardUrlIsAWebUrlWithoutPassword() {
        for (String bad : List.of("agent.example.com", "ftp://agent.example.com", "https://u:p@agent.example.com")) {
            Refused.with(Code.E_INVALID_FORMAT, "agent_card_url", () -> A2aTaskBinding.of("t", "c", bad, "s"));
        }
        assertThat(A2aTaskBinding.of("t", "c", "http://localhost:8080/card", "s")
                        .agentCardUrl())
                .endsWith("/card");
    }
}
