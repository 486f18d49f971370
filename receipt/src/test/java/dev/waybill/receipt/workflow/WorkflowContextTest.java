package dev.waybill.receipt.workflow;

import static dev.waybill.receipt.workflow.Examples.PARENT;
import static dev.waybill.receipt.workflow.Examples.STEP;
import static dev.waybill.receipt.workflow.Examples.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WorkflowContextTest {

    private static final JsonObject ROOT =
            WorkflowContext.builder(WORKFLOW, STEP).build().toJson();

    @Test
    void whatIsWrittenIsReadBack() {
        Seeds.check(500, random -> {
            WorkflowContext context = Examples.context(random);
            JsonValue text = JsonReader.read(context.toJson().toString(), JsonLimits.RECEIPT);
            assertThat(WorkflowContext.parse(text)).isEqualTo(context);
            assertThat(WorkflowContext.parseRedacted(text)).isEqualTo(context);
        });
    }

    @Test
    void fieldsAreWrittenInTheOrderOfTheSpecification() {
        WorkflowContext full = WorkflowContext.builder(WORKFLOW, STEP)
                .prevReceiptHash(Digest.of(new byte[0]))
                .framework("mcp")
                .toolName("search")
                .stepTotal(3L)
                .stepIndex(0L)
                .orchestratorReceiptRef("jti:1")
                .orchestratorId("agent:o")
                .parents(PARENT)
                .build();
        assertThat(full.toJson().names())
                .containsExactly(
                        "workflow_id",
                        "step_id",
                        "parent_step_ids",
                        "orchestrator_id",
                        "orchestrator_receipt_ref",
                        "step_index",
                        "step_total",
                        "tool_name",
                        "framework",
                        "prev_receipt_hash");
    }

    @Test
    void absentParentsAreRefusedUnlessTheContextIsRedacted() {
        JsonObject withheld = ROOT.without("parent_step_ids");
        assertRefused(withheld, Code.E_WORKFLOW_CONTEXT_INVALID, "/parent_step_ids");
        WorkflowContext redacted = WorkflowContext.parseRedacted(withheld);
        assertThat(redacted.parentsWithheld()).isTrue();
        assertThat(redacted.isRoot()).isFalse();
        assertThat(redacted.toJson()).isEqualTo(withheld);
        assertThat(redacted)
                .isEqualTo(WorkflowContext.builder(WORKFLOW, STEP)
                        .withholdParents()
                        .build());
    }

    @Test
    void anEmptyListOfParentsIsARoot() {
        assertThat(WorkflowContext.parse(ROOT).isRoot()).isTrue();
        assertThat(WorkflowContext.parse(ROOT).parentsWithheld()).isFalse();
    }

    @Test
    void absentParentsAreTheLastRule() {
        JsonObject withheld = ROOT.without("parent_step_ids");
        assertRefused(withheld.with("workflow_id", text("x")), Code.E_WORKFLOW_ID_INVALID, "/workflow_id");
        assertRefused(withheld.with("step_id", text("x")), Code.E_WORKFLOW_STEP_ID_INVALID, "/step_id");
        assertRefused(withheld.with("framework", text("MCP")), Code.E_WORKFLOW_CONTEXT_INVALID, "/framework");
    }

    @Test
    void anArrayHasNoWorkflowIdAndAScalarIsNoContext() {
        assertRefused(JsonArray.EMPTY, Code.E_WORKFLOW_ID_INVALID, "");
        for (JsonValue scalar : List.of(text("wf"), JsonNumber.of(1), JsonBool.of(true), JsonNull.NULL)) {
            assertRefused(scalar, Code.E_WORKFLOW_CONTEXT_INVALID, "");
        }
    }

    @Test
    void repeatedParentsAreJudgedBeforeTheirForm() {
        assertParents(Code.E_WORKFLOW_DAG_INVALID, "/parent_step_ids/1", text("bad"), text("bad"));
        assertParents(Code.E_WORKFLOW_DAG_INVALID, "/parent_step_ids/1", JsonNull.NULL, JsonNull.NULL);
        assertParents(Code.E_WORKFLOW_DAG_INVALID, "/parent_step_ids/1", JsonNumber.of(1), new JsonNumber("1.0"));
        assertParents(Code.E_WORKFLOW_DAG_INVALID, "/parent_step_ids/1", JsonBool.of(true), JsonBool.of(true));
        assertParents(Code.E_WORKFLOW_CONTEXT_INVALID, "/parent_step_ids/0", text("bad"));
        assertParents(Code.E_WORKFLOW_CONTEXT_INVALID, "/parent_step_ids/0", text("1"), JsonNumber.of(1));
        assertParents(Code.E_WORKFLOW_CONTEXT_INVALID, "/parent_step_ids/0", JsonArray.EMPTY, JsonArray.EMPTY);
        assertParents(Code.E_WORKFLOW_CONTEXT_INVALID, "/parent_step_ids/0", JsonObject.EMPTY, JsonObject.EMPTY);
    }

    @Test
    void theFirstBrokenRuleGivesTheCode() {
        Seeds.check(2_000, random -> {
            List<ContextFault> chosen = new ArrayList<>(ContextFault.IN_ORDER);
            chosen.removeIf(_ -> random.nextInt(4) > 0);
            JsonObject context = Examples.context(random).toJson();
            for (ContextFault fault : chosen) {
                context = fault.applyTo(context);
            }
            if (!chosen.isEmpty()) {
                Code expected = chosen.getFirst().code();
                assertThat(refusal(context).code())
                        .as("%s in %s", chosen, context)
                        .isEqualTo(expected);
            }
        });
    }

    @Test
    void aSingleFaultGivesItsCode() {
        for (ContextFault fault : ContextFault.IN_ORDER) {
            Seeds.check(50, random -> {
                JsonObject broken = fault.applyTo(Examples.context(random).toJson());
                assertThat(refusal(broken).code()).as(fault.name()).isEqualTo(fault.code());
            });
        }
    }

    @Test
    void aBuiltContextIsHeldToTheSameRulesInTheSameOrder() {
        var many = Collections.nCopies(17, STEP);
        var self = WorkflowContext.builder(WORKFLOW, STEP).parents(STEP, PARENT, PARENT);
        assertBuildRefused(
                WorkflowContext.builder(WORKFLOW, STEP).parents(many).framework("MCP"), Code.E_WORKFLOW_LIMIT_EXCEEDED);
        assertBuildRefused(self.framework("MCP"), Code.E_WORKFLOW_CONTEXT_INVALID);
        assertBuildRefused(self.framework("mcp").toolName("x".repeat(257)), Code.E_WORKFLOW_DAG_INVALID);
        assertBuildRefused(self.parents(PARENT, PARENT), Code.E_WORKFLOW_DAG_INVALID);
        assertBuildRefused(self.parents(PARENT), Code.E_WORKFLOW_CONTEXT_INVALID);
        assertBuildRefused(self.toolName(null).stepIndex(-1L), Code.E_WORKFLOW_CONTEXT_INVALID);
        assertBuildRefused(self.stepIndex(1L << 53), Code.E_WORKFLOW_CONTEXT_INVALID);
        assertBuildRefused(self.stepIndex(null).stepTotal(0L), Code.E_WORKFLOW_CONTEXT_INVALID);
        assertThat(self.stepTotal(1L).build().parentStepIds()).containsExactly(PARENT);
    }

    @Test
    void lengthsAreCountedInUtf16Units() {
        JsonObject fits = ROOT.with("tool_name", text("🚚".repeat(128)));
        assertThat(WorkflowContext.parse(fits).toolName()).hasSize(256);
        assertRefused(
                ROOT.with("tool_name", text("🚚".repeat(128) + "x")), Code.E_WORKFLOW_CONTEXT_INVALID, "/tool_name");
    }

    @Test
    void aTrailingLineFeedIsNotPartOfAnId() {
        assertRefused(
                ROOT.with("workflow_id", text(WORKFLOW.value() + "\n")), Code.E_WORKFLOW_ID_INVALID, "/workflow_id");
        assertRefused(ROOT.with("step_id", text(STEP.value() + "\n")), Code.E_WORKFLOW_STEP_ID_INVALID, "/step_id");
        assertRefused(ROOT.with("framework", text("mcp\n")), Code.E_WORKFLOW_CONTEXT_INVALID, "/framework");
        assertRefused(
                ROOT.with("prev_receipt_hash", text(Digest.of(new byte[0]) + "\n")),
                Code.E_WORKFLOW_CONTEXT_INVALID,
                "/prev_receipt_hash");
    }

    @Test
    void anOptionalFieldIsAbsentOrRightButNeverNull() {
        for (String name : List.of(
                "orchestrator_id",
                "orchestrator_receipt_ref",
                "step_index",
                "step_total",
                "tool_name",
                "framework",
                "prev_receipt_hash")) {
            assertRefused(ROOT.with(name, JsonNull.NULL), Code.E_WORKFLOW_CONTEXT_INVALID, "/" + name);
        }
    }

    @Test
    void aRefusalSaysWhatWasExpectedFoundAndWhatToDo() {
        assertThat(refusal(ROOT.with("workflow_id", text("wf_payroll"))))
                .hasMessage("workflow_id: expected wf_ and 20 to 48 letters, digits, '_' or '-',"
                        + " found \"wf_payroll\"; make ids with WorkflowIds");
        assertThat(refusal(ROOT.with("tool_call", text("x"))).pointer()).isEqualTo("/tool_call");
        assertThat(refusal(ROOT.with("a/b", text("x"))).pointer()).isEqualTo("/a~1b");
    }

    @Test
    void aLongForeignValueIsCutAndEscapedInTheMessage() {
        Rejected refusal = refusal(ROOT.with("workflow_id", text("\n\"".repeat(100_000))));
        assertThat(refusal.getMessage())
                .hasSizeLessThan(400)
                .doesNotContain("\n")
                .contains("(200000 characters)");
    }

    private static void assertParents(Code code, String pointer, JsonValue... parents) {
        assertRefused(ROOT.with("parent_step_ids", JsonArray.of(parents)), code, pointer);
    }

    private static void assertRefused(JsonValue context, Code code, String pointer) {
        Rejected refusal = refusal(context);
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.pointer()).isEqualTo(pointer);
    }

    private static void assertBuildRefused(WorkflowContext.Builder builder, Code code) {
        assertThat(refusalOf(builder::build).code()).isEqualTo(code);
    }

    private static Rejected refusal(JsonValue context) {
        return refusalOf(() -> WorkflowContext.parse(context));
    }

    private static Rejected refusalOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return Objects.requireNonNull(catchThrowableOfType(Rejected.class, call), "nothing was refused");
    }

    private static JsonString text(String value) {
        return new JsonString(value);
    }
}
