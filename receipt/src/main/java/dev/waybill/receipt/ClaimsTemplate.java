package dev.waybill.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonOutput;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.ReadableJson;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The claims of a receipt that passed the whole gate, ready for the next receipt of the same run.
///
/// The receipts of a run differ in an id, a time and a context, and the context checked itself when it was
/// made. So these are written straight into the bytes of the others: building the claims, judging them and
/// reading them back takes half as long as the signature, and most receipts need not pay that again.
///
/// The same goes for the groups that Waybill adds to each step, whose content nobody prescribes: what is left to judge
/// is whether they are strict JSON within its limits. And it goes for summaries, which have no context: what
/// they carry instead checked itself as well.
///
/// A template is learned from a draft only if it writes the very bytes that were judged.
final class ClaimsTemplate {

    private static final int UUID_LENGTH = 36;
    /// Groups without a rule of their own on either wire.
    private static final List<String> FREE_GROUPS = List.of(ReceiptDraft.STEP_TYPE, EvidenceEnvelope.RECEIPT_KEY);

    /// A payload of this size is within every limit that counts members, items, values and characters.
    private static final int SMALL = 4_096;

    /// Two objects lie around a group: the claims, and the extensions.
    private static final JsonLimits GROUP = new JsonLimits(
            JsonLimits.RECEIPT.depth() - 2,
            JsonLimits.RECEIPT.items(),
            JsonLimits.RECEIPT.members(),
            JsonLimits.RECEIPT.stringLength(),
            JsonLimits.RECEIPT.values());

    private static final long LATEST = JsonNumber.MAX_SAFE_INTEGER - ClaimsWriter.VALID_SECONDS;

    private final Wire wire;
    private final boolean summary;
    private final String type;
    private final @Nullable String audience;
    private final @Nullable String subject;
    private final boolean traced;
    private final String untilTime;
    private final String untilGroups;

    private ClaimsTemplate(Wire wire, String issuer, ReceiptDraft model, boolean summary) {
        this.wire = wire;
        this.summary = summary;
        this.type = model.type();
        this.audience = model.audience();
        this.subject = model.subject();
        this.traced = model.trace() != null;
        this.untilTime = wire == Wire.V0_1
                ? "{\"iss\":" + quoted(issuer) + ",\"aud\":" + quoted(audience == null ? issuer : audience)
                : "{\"peac_version\":\"0.2\",\"kind\":\"evidence\",\"type\":" + quoted(type) + ",\"iss\":"
                        + quoted(issuer);
        this.untilGroups =
                (subject == null ? "" : ",\"sub\":" + quoted(subject)) + ",\"" + wire.extensionsClaim() + "\":{";
    }

    /// The template of a step's draft whose payload passed the gate; null when its kind has none.
    static @Nullable ClaimsTemplate learn(Wire wire, String issuer, ReceiptDraft draft, byte[] payload) {
        return learned(new ClaimsTemplate(wire, issuer, draft, false), draft, payload);
    }

    /// The template of a summary's draft whose payload passed the gate; null when its kind has none. It does
    /// not look at what groups a draft has: whoever made them answers for those that are not free.
    static @Nullable ClaimsTemplate learnSummary(Wire wire, String issuer, ReceiptDraft draft, byte[] payload) {
        return learned(new ClaimsTemplate(wire, issuer, draft, true), draft, payload);
    }

    private static @Nullable ClaimsTemplate learned(ClaimsTemplate template, ReceiptDraft draft, byte[] payload) {
        return Arrays.equals(template.payload(draft), payload) ? template : null;
    }

    private static String quoted(String text) {
        return new JsonString(text).toString();
    }

    /// The payload of a draft of this kind; null when it is of another kind and must pass the whole gate.
    byte @Nullable [] payload(ReceiptDraft draft) {
        if (!fits(draft)) {
            return null;
        }
        try {
            byte[] payload = write(draft);
            // Other text may hold what I-JSON forbids, and that is for the strict reader to find.
            boolean plain = isAscii(payload) && payload.length <= SMALL;
            return plain ? payload : null;
        } catch (JsonException e) {
            // The gate says what is wrong with a group.
            return null;
        }
    }

    private boolean fits(ReceiptDraft draft) {
        return type.equals(draft.type())
                && Objects.equals(audience, draft.audience())
                && Objects.equals(subject, draft.subject())
                && traced == (draft.trace() != null)
                && draft.disclosure() == null
                && draft.payment() == null
                && (summary ? draft.workflow() == null : isPlaced(draft) && areFree(draft.extensions()))
                && draft.issuedAt() >= 0
                && draft.issuedAt() <= LATEST
                && isUuidV7(draft.id());
    }

    /// Whether it has a place in a workflow and says which steps led there.
    private static boolean isPlaced(ReceiptDraft draft) {
        WorkflowContext context = draft.workflow();
        return context != null && context.parentStepIds() != null;
    }

    private byte[] write(ReceiptDraft draft) {
        var out = new JsonOutput(SMALL / 2);
        out.ascii(untilTime);
        out.ascii(",\"iat\":");
        out.number(draft.issuedAt());
        if (wire == Wire.V0_1) {
            out.ascii(",\"exp\":");
            out.number(draft.issuedAt() + ClaimsWriter.VALID_SECONDS);
        }
        out.ascii(wire == Wire.V0_1 ? ",\"rid\":\"" : ",\"jti\":\"");
        out.ascii(draft.id());
        out.ascii("\"");
        out.ascii(untilGroups);
        WorkflowContext context = draft.workflow();
        if (context != null) {
            context(out, context);
            correlation(out, draft.trace(), context);
        }
        String before = context == null ? "\"" : ",\"";
        for (Map.Entry<String, JsonValue> group : draft.extensions().entrySet()) {
            out.ascii(before);
            out.ascii(group.getKey());
            out.ascii("\":");
            ReadableJson.write(group.getValue(), GROUP, out);
            before = ",\"";
        }
        out.ascii("}}");
        return out.toBytes();
    }

    /// The members of [WorkflowContext#toJson()].
    private static void context(JsonOutput out, WorkflowContext context) {
        List<StepId> parents = Objects.requireNonNull(context.parentStepIds());
        out.ascii("\"" + WorkflowContext.WORKFLOW_EXTENSION_KEY + "\":{\"workflow_id\":\"");
        out.ascii(context.workflowId().value());
        out.ascii("\",\"step_id\":\"");
        out.ascii(context.stepId().value());
        out.ascii("\",\"parent_step_ids\":[");
        for (int i = 0; i < parents.size(); i++) {
            out.ascii(i == 0 ? "\"" : ",\"");
            out.ascii(parents.get(i).value());
            out.ascii("\"");
        }
        out.ascii("]");
        text(out, ",\"orchestrator_id\":", context.orchestratorId());
        text(out, ",\"orchestrator_receipt_ref\":", context.orchestratorReceiptRef());
        count(out, ",\"step_index\":", context.stepIndex());
        count(out, ",\"step_total\":", context.stepTotal());
        text(out, ",\"tool_name\":", context.toolName());
        text(out, ",\"framework\":", context.framework());
        hash(out, context.prevReceiptHash());
        out.ascii("}");
    }

    private static void text(JsonOutput out, String name, @Nullable String text) {
        if (text != null) {
            out.ascii(name);
            out.string(text);
        }
    }

    private static void count(JsonOutput out, String name, @Nullable Long count) {
        if (count != null) {
            out.ascii(name);
            out.number(count);
        }
    }

    private static void hash(JsonOutput out, @Nullable Digest hash) {
        if (hash != null) {
            out.ascii(",\"prev_receipt_hash\":\"");
            out.ascii(hash.toString());
            out.ascii("\"");
        }
    }

    private void correlation(JsonOutput out, @Nullable TraceContext trace, WorkflowContext context) {
        if (trace == null && wire == Wire.V0_1) {
            return;
        }
        out.ascii(",\"" + ClaimsWriter.CORRELATION_KEY + "\":{");
        if (trace != null) {
            out.ascii("\"trace_id\":\"" + trace.traceId() + "\",\"span_id\":\"" + trace.spanId() + "\"");
        }
        if (wire == Wire.V0_2) {
            out.ascii(trace == null ? "\"workflow_id\":\"" : ",\"workflow_id\":\"");
            out.ascii(context.workflowId().value());
            out.ascii("\"");
        }
        out.ascii("}");
    }

    /// What others prescribe is judged anew each time; what nobody does has only to be strict JSON.
    static boolean areFree(Map<String, JsonValue> groups) {
        for (Map.Entry<String, JsonValue> group : groups.entrySet()) {
            if (!FREE_GROUPS.contains(group.getKey())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUuidV7(String id) {
        if (id.length() != UUID_LENGTH || id.charAt(14) != '7' || "89ab".indexOf(id.charAt(19)) < 0) {
            return false;
        }
        for (int i = 0; i < UUID_LENGTH; i++) {
            char c = id.charAt(i);
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? c != '-' : (c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(byte[] payload) {
        int bits = 0;
        for (byte b : payload) {
            bits |= b;
        }
        return bits >= 0;
    }
}
