package dev.waybill.receipt.workflow;

import dev.waybill.base.Digest;
import dev.waybill.base.Words;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.grammar.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads one object of a summary: types, unknown members, and where they are. Limits and rules between
/// fields belong to the records.
final class SummaryParser {

    private static final List<String> SUMMARY = List.of("type", "issuer", "issued_at", "expires_at", "evidence");
    private static final List<String> EVIDENCE =
            Words.of("workflow_id status started_at completed_at receipt_refs receipt_merkle_root "
                    + "receipt_count orchestrator_id agents_involved final_result_hash error_context");
    private static final List<String> ERROR = List.of("failed_step_id", "error_code", "error_message");

    private final JsonObject object;
    private final String pointer;

    private SummaryParser(@Nullable JsonValue value, String pointer, List<String> fields) {
        this.pointer = pointer;
        if (!(value instanceof JsonObject found)) {
            throw Refusal.summary(pointer, "an object", Refusal.found(value), "send an object");
        }
        this.object = found;
        for (String name : found.names()) {
            if (!fields.contains(name)) {
                throw Refusal.summary(
                        Refusal.pointer(pointer, name),
                        "only the fields of the specification",
                        "an unknown one",
                        "remove it");
            }
        }
    }

    static WorkflowSummary parse(JsonValue input) {
        var summary = new SummaryParser(input, "", SUMMARY);
        String type = summary.text("type");
        if (!type.equals(WorkflowSummary.TYPE)) {
            throw summary.refuse("type", "\"" + WorkflowSummary.TYPE + "\"", "set the type");
        }
        return new WorkflowSummary(
                summary.text("issuer"),
                summary.time("issued_at"),
                summary.has("expires_at") ? summary.time("expires_at") : null,
                new SummaryParser(summary.object.get("evidence"), "/evidence", EVIDENCE).evidence());
    }

    private SummaryEvidence evidence() {
        return new SummaryEvidence(
                workflowId(),
                status(),
                time("started_at"),
                has("completed_at") ? time("completed_at") : null,
                has("receipt_refs") ? texts("receipt_refs", SummaryRules.MOST_RECEIPT_REFS) : null,
                digest("receipt_merkle_root"),
                has("receipt_count") ? count("receipt_count") : null,
                text("orchestrator_id"),
                texts("agents_involved", SummaryRules.MOST_AGENTS),
                digest("final_result_hash"),
                has("error_context") ? errorContext() : null);
    }

    private WorkflowError errorContext() {
        return new SummaryParser(object.get("error_context"), "/evidence/error_context", ERROR).error();
    }

    private WorkflowError error() {
        String step = text("failed_step_id");
        if (!StepId.isValid(step)) {
            throw refuse("failed_step_id", Identifier.expected(StepId.PREFIX), "name the step that failed");
        }
        return new WorkflowError(new StepId(step), text("error_code"), text("error_message"));
    }

    private WorkflowId workflowId() {
        String id = text("workflow_id");
        if (!WorkflowId.isValid(id)) {
            throw refuse("workflow_id", Identifier.expected(WorkflowId.PREFIX), "name the run");
        }
        return new WorkflowId(id);
    }

    private WorkflowStatus status() {
        return WorkflowStatus.ofWire(text("status"))
                .orElseThrow(
                        () -> refuse("status", "in_progress, completed, failed or cancelled", "use one of the four"));
    }

    private Instant time(String name) {
        return Timestamp.parseUtc(text(name))
                .orElseThrow(() ->
                        refuse(name, "an ISO 8601 time in UTC like 2026-01-25T10:30:00Z", "write the time with Z"));
    }

    private @Nullable Digest digest(String name) {
        return !has(name)
                ? null
                : Digest.tryParse(text(name))
                        .orElseThrow(() -> refuse(
                                name, "sha256: and 64 lower-case hexadecimal digits", "write the digest like that"));
    }

    private long count(String name) {
        OptionalLong count = object.get(name) instanceof JsonNumber number ? number.asInteger() : OptionalLong.empty();
        return count.orElseThrow(() -> refuse(name, "an integer from 0 to 2^53 - 1", "count the receipts"));
    }

    private List<String> texts(String name, int most) {
        if (!(object.get(name) instanceof JsonArray(var items))) {
            throw refuse(name, "an array of strings", "send an array, empty if need be");
        }
        SummaryRules.checkSize(pointer + "/" + name, items.size(), most);
        List<String> texts = new ArrayList<>(items.size());
        for (JsonValue item : items) {
            if (!(item instanceof JsonString(var text))) {
                String where = pointer + "/" + name + "/" + texts.size();
                throw Refusal.summary(where, "a string", Refusal.found(item), "list strings only");
            }
            texts.add(text);
        }
        return texts;
    }

    private String text(String name) {
        if (object.get(name) instanceof JsonString(var text)) {
            return text;
        }
        throw refuse(name, "a string", has(name) ? "correct the value" : "add the field");
    }

    private boolean has(String name) {
        return object.has(name);
    }

    private Rejected refuse(String name, String expected, String advice) {
        return Refusal.summary(pointer + "/" + name, expected, Refusal.found(object.get(name)), advice);
    }
}
