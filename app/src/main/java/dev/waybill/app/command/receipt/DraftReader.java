package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Payment;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptDraft;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.TraceContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.SummaryAdvice;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads what `receipt issue` is given and has it signed.
final class DraftReader {

    private static final Set<String> MEMBERS =
            new TreeSet<>(List.of("workflow", "type", "audience", "subject", "payment", "trace", "extensions"));

    /// What only a workflow context has: a document with one of them is a context, even where another is missing.
    private static final List<String> CONTEXT = List.of("workflow_id", "step_id", "parent_step_ids");

    private final Environment environment;
    private final SecureRandom random = new SecureRandom();
    private final UuidV7Factory ids;
    private final @Nullable String id;
    private final @Nullable Long now;
    private final boolean redactable;

    DraftReader(Environment environment, @Nullable String id, @Nullable Long now, boolean redactable) {
        this.environment = environment;
        this.ids = new UuidV7Factory(environment.clock(), random);
        this.id = id;
        this.now = now;
        this.redactable = redactable;
    }

    /// A receipt, and the disclosure that travels behind it when its parents can be withheld.
    ///
    /// @param remarks what a summary should say differently
    record Signed(Receipt receipt, @Nullable String disclosure, List<SummaryAdvice> remarks) {

        String presented() {
            return disclosure == null ? receipt.compact() : receipt.compact() + "~" + disclosure + "~";
        }

        JsonObject toJson() {
            return JsonObject.of("receipt_ref", receipt.ref().toString())
                    .with("wire", receipt.wire().label())
                    .with("issuer", receipt.issuer())
                    .with("id", receipt.id())
                    .with("jws", receipt.compact())
                    .withIfPresent("disclosure", disclosure)
                    .withIfPresent("warnings", remarks.isEmpty() ? null : SummaryAdvice.toJson(remarks));
        }
    }

    Signed sign(JsonObject document, ReceiptIssuer issuer) {
        if (document.string("type").orElse("").equals(WorkflowSummary.TYPE)) {
            WorkflowSummary summary = WorkflowSummary.parse(document);
            return new Signed(issuer.issueSummary(receiptId(), summary, null), null, summary.advice());
        }
        JsonObject draft = CONTEXT.stream().anyMatch(document::has) ? JsonObject.of("workflow", document) : document;
        refuseUnknown(draft);
        var builder = ReceiptDraft.builder(receiptId(), issuedAt())
                .audience(draft.has("audience") ? text(draft, "audience") : null)
                .subject(draft.has("subject") ? text(draft, "subject") : null);
        if (draft.has("type")) {
            builder.type(typeOn(issuer.wire(), text(draft, "type")));
        }
        object(draft, "payment").map(DraftReader::payment).ifPresent(builder::payment);
        object(draft, "trace").map(DraftReader::trace).ifPresent(builder::trace);
        object(draft, "extensions").ifPresent(builder::extensions);
        String disclosure = workflow(draft, builder);
        return new Signed(issuer.issue(builder.build()), disclosure, List.of());
    }

    /// What a wire has no place for is refused, never dropped.
    private static String typeOn(Wire wire, String type) {
        if (wire == Wire.V0_1) {
            throw Failure.unexpected(
                    "the draft", "no type on Wire 0.1", type, "Leave it out, or sign with --wire 0.2.");
        }
        return type;
    }

    private @Nullable String workflow(JsonObject draft, ReceiptDraft.Builder builder) {
        JsonValue value = draft.get("workflow");
        if (value == null) {
            return null;
        }
        WorkflowContext context = WorkflowContext.parse(value);
        builder.workflow(context);
        List<StepId> parents = context.parentStepIds();
        if (!redactable || parents == null) {
            return null;
        }
        String disclosure = Redactable.disclose(parents, random);
        builder.disclosure(disclosure);
        return disclosure;
    }

    private String receiptId() {
        return id == null ? ids.next().toString() : id;
    }

    private long issuedAt() {
        return now == null ? environment.clock().instant().getEpochSecond() : now;
    }

    private static void refuseUnknown(JsonObject draft) {
        for (String name : draft.names()) {
            if (!MEMBERS.contains(name)) {
                throw Failure.unexpected("the draft", "members " + String.join(", ", MEMBERS), name, null);
            }
        }
    }

    private static Payment payment(JsonObject payment) {
        if (!(payment.get("amount") instanceof JsonNumber amount)
                || amount.asInteger().isEmpty()) {
            throw Failure.unexpected(
                    "payment", "amount in whole minor units", String.valueOf(payment.get("amount")), null);
        }
        return new Payment(
                text(payment, "rail"),
                text(payment, "reference"),
                amount.asInteger().getAsLong(),
                text(payment, "currency"));
    }

    private static TraceContext trace(JsonObject trace) {
        return new TraceContext(text(trace, "trace_id"), text(trace, "span_id"));
    }

    private static Optional<JsonObject> object(JsonObject draft, String name) {
        if (draft.has(name) && draft.object(name).isEmpty()) {
            throw Failure.unexpected("the draft", name + " as an object", String.valueOf(draft.get(name)), null);
        }
        return draft.object(name);
    }

    private static String text(JsonObject object, String name) {
        return object.string(name)
                .orElseThrow(() -> Failure.unexpected(
                        "the draft",
                        name + " as text",
                        object.has(name) ? String.valueOf(object.get(name)) : "nothing",
                        null));
    }
}
