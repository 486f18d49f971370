package dev.waybill.evidence.read.waybill;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.ContentDraft;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A receipt of Waybill: its text, which is what counts, and its claims for people to read.
///
/// It is known by its own id, by the digest of its text, and by its step. Parents are steps; several receipts may tell
/// of one step.
public final class WaybillReceipt implements RecordFormat {

    public static final WaybillReceipt FORMAT = new WaybillReceipt();

    /// Where the engine puts the envelope into a receipt.
    static final String ENVELOPE = "dev.waybill/evidence-envelope";

    private static final String RECEIPT = "receipt";
    private static final String CLAIMS = "claims";

    private WaybillReceipt() {}

    /// The record of a receipt.
    static JsonObject record(Receipt receipt) {
        return JsonObject.builder()
                .put(RECEIPT, receipt.compact())
                .put(CLAIMS, receipt.claims())
                .build();
    }

    @Override
    public String name() {
        return "waybill/receipt";
    }

    @Override
    public Repo repo() {
        return Repo.WAYBILL;
    }

    @Override
    public EvidenceEnvelope envelope(JsonObject record) {
        return envelope(receipt(record));
    }

    private static EvidenceEnvelope envelope(Receipt receipt) {
        return EvidenceEnvelope.of(receipt.extensions().object(ENVELOPE).orElse(JsonObject.EMPTY));
    }

    private static Receipt receipt(JsonObject record) {
        try {
            return Receipt.decode(
                    record.string(RECEIPT).orElseThrow(() -> new UnreadableRecord("expected a receipt, found none")));
        } catch (Rejected e) {
            throw new UnreadableRecord("expected a receipt: " + e.getMessage());
        }
    }

    /// To decode the receipt is most of the work, and gives the envelope, too.
    @Override
    public RecordContent content(JsonObject record) {
        return content(receipt(record));
    }

    @Override
    public RecordContent content(JsonObject record, EvidenceEnvelope envelope) {
        return content(receipt(record));
    }

    static RecordContent content(Receipt receipt) {
        WorkflowContext workflow = receipt.workflow();
        String type =
                receipt.summary() == null ? receipt.claims().string("type").orElse("RECEIPT") : "WORKFLOW_SUMMARY";
        ContentDraft draft = new ContentDraft(new QualifiedId(Repo.WAYBILL, receipt.id()), type, envelope(receipt))
                .at(time(receipt))
                .alias(Optional.of(receipt.ref().toString()))
                .fact(Fact.SIGNER, Optional.of(receipt.kid()));
        return (workflow == null ? draft : in(workflow, draft)).done();
    }

    /// PEAC counts whole seconds since 1970.
    private static Optional<String> time(Receipt receipt) {
        try {
            return Optional.of(Instant.ofEpochSecond(receipt.issuedAt()).toString());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// A receipt that started a run is a parent by its digest. A digest is an id of ours, and `sha256:` no system.
    private static ContentDraft in(WorkflowContext workflow, ContentDraft draft) {
        draft.alias(Optional.of(workflow.stepId().value()))
                .about(Field.CORRELATION, Optional.of(workflow.workflowId().value()))
                .about(Field.TASK, Optional.of(workflow.stepId().value()))
                .about(Field.AGENT, Optional.ofNullable(workflow.orchestratorId()))
                .fact(Fact.TITLE, Optional.ofNullable(workflow.toolName()));
        draft.ownParent(Optional.ofNullable(workflow.orchestratorReceiptRef())
                .filter(starter -> Digest.tryParse(starter).isPresent()));
        List<StepId> steps = workflow.parentStepIds();
        (steps == null ? List.<StepId>of() : steps.reversed())
                .forEach(step -> draft.ownParent(Optional.of(step.value())));
        return draft;
    }
}
