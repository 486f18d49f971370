package dev.waybill.receipt.workflow;

import dev.waybill.base.Digest;
import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads a workflow context in the normative order of nine rules; the first one broken gives the code.
///
/// The order is part of the contract: two implementations must give the same code to a context with
/// several faults. So the graph rules (7, 8) look at the raw array before the form of its items is
/// judged (9), as the reference implementation does.
final class ContextParser {

    private static final List<String> FIELDS =
            Words.of("workflow_id step_id parent_step_ids orchestrator_id orchestrator_receipt_ref "
                    + "step_index step_total tool_name framework prev_receipt_hash");

    private final JsonObject context;
    private final boolean parentsRequired;
    private int known;

    private ContextParser(JsonObject context, boolean parentsRequired) {
        this.context = context;
        this.parentsRequired = parentsRequired;
    }

    static WorkflowContext parse(JsonValue input, boolean parentsRequired) {
        // No pattern switch: it bootstraps at run time, which every short start would pay.
        if (input instanceof JsonObject object) {
            return new ContextParser(object, parentsRequired).parse();
        }
        if (input instanceof JsonArray) {
            // An array is an object without members to the reference implementation: rule 2 refuses it.
            throw Refusal.of(
                    Code.E_WORKFLOW_ID_INVALID, "", "an object with workflow_id", "an array", "send an object");
        }
        throw Refusal.context("", "an object", Refusal.found(input), "send an object");
    }

    private WorkflowContext parse() {
        WorkflowId workflowId = workflowId();
        StepId stepId = stepId();
        JsonValue parents = member("parent_step_ids");
        if (parents instanceof JsonArray array) {
            ContextRules.checkFanIn(array.size());
        }
        String framework = framework();
        Digest previous = previous();
        if (parents instanceof JsonArray array) {
            checkDistinct(stepId.value(), array.items().toArray(new JsonValue[0]));
        }
        var parsed = new WorkflowContext(
                workflowId,
                stepId,
                parents(parents),
                text("orchestrator_id"),
                text("orchestrator_receipt_ref"),
                count("step_index", 0),
                count("step_total", 1),
                text("tool_name"),
                framework,
                previous);
        checkNoOtherFields();
        return parsed;
    }

    private WorkflowId workflowId() {
        JsonValue value = member("workflow_id");
        if (value instanceof JsonString(var text)) {
            return new WorkflowId(text);
        }
        throw Refusal.of(
                Code.E_WORKFLOW_ID_INVALID,
                "/workflow_id",
                Identifier.expected(WorkflowId.PREFIX),
                Refusal.found(value),
                "name the run");
    }

    private StepId stepId() {
        JsonValue value = member("step_id");
        if (value instanceof JsonString(var text)) {
            return new StepId(text);
        }
        throw Refusal.of(
                Code.E_WORKFLOW_STEP_ID_INVALID,
                "/step_id",
                Identifier.expected(StepId.PREFIX),
                Refusal.found(value),
                "name the step");
    }

    private @Nullable String framework() {
        String framework = text("framework");
        if (framework != null) {
            ContextRules.checkFramework(framework);
        }
        return framework;
    }

    private @Nullable Digest previous() {
        String hash = text("prev_receipt_hash");
        return hash == null
                ? null
                : Digest.tryParse(hash)
                        .orElseThrow(() -> Refusal.context(
                                "/prev_receipt_hash",
                                "sha256: and 64 lower-case hexadecimal digits",
                                Refusal.found(hash),
                                "give the digest of the previous receipt's text"));
    }

    private static void checkDistinct(String step, JsonValue[] parents) {
        for (int i = 0; i < parents.length; i++) {
            if (parents[i] instanceof JsonString(var text) && text.equals(step)) {
                throw ContextRules.selfParent(i);
            }
        }
        for (int i = 1; i < parents.length; i++) {
            for (int earlier = 0; earlier < i; earlier++) {
                if (same(parents[earlier], parents[i])) {
                    throw ContextRules.duplicateParent(i);
                }
            }
        }
    }

    /// Equality as the reference implementation sees it: scalars by value, structures never.
    private static boolean same(JsonValue left, JsonValue right) {
        if (left instanceof JsonString(var text)) {
            return right instanceof JsonString(var other) && ContextRules.same(text, other);
        }
        return switch (left) {
            case JsonNumber number -> right instanceof JsonNumber other && number.doubleValue() == other.doubleValue();
            case JsonBool _, JsonNull _ -> left.equals(right);
            case JsonString _, JsonObject _, JsonArray _ -> false;
        };
    }

    private @Nullable List<StepId> parents(@Nullable JsonValue parents) {
        if (parents == null && !parentsRequired) {
            return null;
        }
        if (!(parents instanceof JsonArray(var items))) {
            throw Refusal.context(
                    "/parent_step_ids",
                    "an array of step ids",
                    Refusal.found(parents),
                    "write [] for a root step; absent parents are withheld, not a root");
        }
        List<StepId> ids = new ArrayList<>(items.size());
        for (JsonValue item : items) {
            ids.add(parent(item, ids.size()));
        }
        return ids;
    }

    private static StepId parent(JsonValue item, int index) {
        try {
            return new StepId(item instanceof JsonString(var text) ? text : "");
        } catch (Rejected _) {
            throw Refusal.context(
                    "/parent_step_ids/" + index,
                    Identifier.expected(StepId.PREFIX),
                    Refusal.found(item),
                    "name the parent by its step_id");
        }
    }

    private @Nullable String text(String name) {
        JsonValue value = member(name);
        if (value == null || value instanceof JsonString) {
            return value == null ? null : ((JsonString) value).value();
        }
        throw Refusal.context("/" + name, "a string", Refusal.found(value), "correct the value or leave it out");
    }

    private @Nullable Long count(String name, long least) {
        JsonValue value = member(name);
        if (value == null) {
            return null;
        }
        OptionalLong integer = value instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
        if (integer.isEmpty()) {
            throw ContextRules.notACount("/" + name, least, Refusal.found(value));
        }
        return integer.getAsLong();
    }

    private @Nullable JsonValue member(String name) {
        JsonValue value = context.get(name);
        if (value != null) {
            known++;
        }
        return value;
    }

    private void checkNoOtherFields() {
        if (known == context.size()) {
            return;
        }
        for (String name : context.names()) {
            if (!FIELDS.contains(name)) {
                throw Refusal.context(
                        Refusal.pointer("", name),
                        "only the fields of the specification",
                        "an unknown one",
                        "put own data under an extension key of your domain");
            }
        }
    }
}
