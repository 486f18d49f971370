package dev.waybill.receipt.workflow;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What links a receipt into the graph of its workflow: the run, the step and the steps before it.
///
/// A value of this type obeys every per-receipt rule of the specification, so a receipt cannot be
/// issued with a context that a verifier refuses.
///
/// @param parentStepIds the steps before this one; empty for a root, null when withheld: never read
///     a withheld list as a root
/// @param prevReceiptHash the previous receipt of the workflow's hash chain
public record WorkflowContext(
        WorkflowId workflowId,
        StepId stepId,
        @Nullable List<StepId> parentStepIds,
        @Nullable String orchestratorId,
        @Nullable String orchestratorReceiptRef,
        @Nullable Long stepIndex,
        @Nullable Long stepTotal,
        @Nullable String toolName,
        @Nullable String framework,
        @Nullable Digest prevReceiptHash) {

    /// Where a receipt carries its context: in `ext` on Wire 0.1, in `extensions` on Wire 0.2.
    public static final String WORKFLOW_EXTENSION_KEY = "org.peacprotocol/workflow";

    /// @throws Rejected with the code of the first rule that is broken, in the normative order
    public WorkflowContext {
        if (parentStepIds != null) {
            ContextRules.checkFanIn(parentStepIds.size());
            parentStepIds = List.copyOf(parentStepIds);
        }
        if (framework != null) {
            ContextRules.checkFramework(framework);
        }
        if (parentStepIds != null) {
            ContextRules.checkDistinct(stepId, parentStepIds);
        }
        ContextRules.checkLength("/orchestrator_id", orchestratorId);
        ContextRules.checkLength("/orchestrator_receipt_ref", orchestratorReceiptRef);
        ContextRules.checkCount("/step_index", stepIndex, 0);
        ContextRules.checkCount("/step_total", stepTotal, 1);
        ContextRules.checkLength("/tool_name", toolName);
    }

    /// Reads a context and applies the nine rules in order. `parent_step_ids` must be there.
    ///
    /// @throws Rejected with the code of the first rule that is broken
    public static WorkflowContext parse(JsonValue context) {
        return ContextParser.parse(context, true);
    }

    /// Reads a context whose parents may have been withheld; every other rule holds.
    ///
    /// @throws Rejected with the code of the first rule that is broken
    public static WorkflowContext parseRedacted(JsonValue context) {
        return ContextParser.parse(context, false);
    }

    /// A root step, until parents are given.
    public static Builder builder(WorkflowId workflowId, StepId stepId) {
        return new Builder(workflowId, stepId);
    }

    /// Whether the step says that nothing came before it. A step with withheld parents does not say so.
    public boolean isRoot() {
        return parentStepIds != null && parentStepIds.isEmpty();
    }

    public boolean parentsWithheld() {
        return parentStepIds == null;
    }

    /// The fields in the order of the specification; absent ones are left out.
    public JsonObject toJson() {
        return JsonObject.builder()
                .put("workflow_id", workflowId.value())
                .put("step_id", stepId.value())
                .putIfPresent("parent_step_ids", parentsJson())
                .putIfPresent("orchestrator_id", orchestratorId)
                .putIfPresent("orchestrator_receipt_ref", orchestratorReceiptRef)
                .putIfPresent("step_index", stepIndex == null ? null : JsonNumber.of(stepIndex))
                .putIfPresent("step_total", stepTotal == null ? null : JsonNumber.of(stepTotal))
                .putIfPresent("tool_name", toolName)
                .putIfPresent("framework", framework)
                .putIfPresent("prev_receipt_hash", prevReceiptHash == null ? null : prevReceiptHash.toString())
                .build();
    }

    private @Nullable JsonArray parentsJson() {
        if (parentStepIds == null) {
            return null;
        }
        List<JsonValue> ids = new ArrayList<>(parentStepIds.size());
        parentStepIds.forEach(id -> ids.add(new JsonString(id.value())));
        return new JsonArray(ids);
    }

    /// Collects the optional fields by name; the rules are checked by [#build()].
    public static final class Builder {
        private final WorkflowId workflowId;
        private final StepId stepId;
        private @Nullable List<StepId> parents = List.of();
        private @Nullable String orchestratorId;
        private @Nullable String orchestratorReceiptRef;
        private @Nullable Long stepIndex;
        private @Nullable Long stepTotal;
        private @Nullable String toolName;
        private @Nullable String framework;
        private @Nullable Digest prevReceiptHash;

        private Builder(WorkflowId workflowId, StepId stepId) {
            this.workflowId = workflowId;
            this.stepId = stepId;
        }

        public Builder parents(StepId... steps) {
            return parents(List.of(steps));
        }

        public Builder parents(List<StepId> steps) {
            parents = steps;
            return this;
        }

        /// Leaves the parents out. The step may have some; it does not say.
        public Builder withholdParents() {
            parents = null;
            return this;
        }

        public Builder orchestratorId(@Nullable String agent) {
            orchestratorId = agent;
            return this;
        }

        public Builder orchestratorReceiptRef(@Nullable String reference) {
            orchestratorReceiptRef = reference;
            return this;
        }

        public Builder stepIndex(@Nullable Long index) {
            stepIndex = index;
            return this;
        }

        public Builder stepTotal(@Nullable Long total) {
            stepTotal = total;
            return this;
        }

        public Builder toolName(@Nullable String name) {
            toolName = name;
            return this;
        }

        public Builder framework(@Nullable String name) {
            framework = name;
            return this;
        }

        public Builder prevReceiptHash(@Nullable Digest hash) {
            prevReceiptHash = hash;
            return this;
        }

        /// @throws Rejected with the code of the first rule that is broken
        public WorkflowContext build() {
            return new WorkflowContext(
                    workflowId,
                    stepId,
                    parents,
                    orchestratorId,
                    orchestratorReceiptRef,
                    stepIndex,
                    stepTotal,
                    toolName,
                    framework,
                    prevReceiptHash);
        }
    }
}
