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
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.LinesReader;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A receipt of Waybill: its text, which is what counts, and its claims for people to read.
///
/// The text may bring the disclosure of what the receipt withholds, `<JWS>~<disclosure>~`: then its parents are known.
///
/// It is known by its own id, by the digest of its text, and by its step. Parents are steps; several receipts may tell
/// of one step.
public final class WaybillReceipt {

    public static final RecordFormat FORMAT = new RecordFormat(
            "waybill/receipt",
            record -> EvidenceEnvelope.ofReceipt(receipt(presented(record)).extensions()),
            (record, _) -> content(record));

    /// Receipts that were exported one a line. No keys come along, so no signature is checked; a bundle has them.
    public static final EvidenceReader LINES =
            new LinesReader(FORMAT, file -> file.headText().startsWith("{\"receipt\":\"eyJ"));

    private static final String RECEIPT = "receipt";
    private static final String CLAIMS = "claims";

    private WaybillReceipt() {}

    /// The record of a receipt.
    ///
    /// @param presented its text, as it was handed over
    static JsonObject record(byte[] presented, Receipt receipt) {
        return JsonObject.of(RECEIPT, new String(presented, StandardCharsets.ISO_8859_1))
                .with(CLAIMS, receipt.claims());
    }

    private static Presented presented(JsonObject record) {
        return Presented.of(record.string(RECEIPT)
                .orElseThrow(() -> new UnreadableRecord("expected a receipt, found none"))
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Receipt receipt(Presented presented) {
        try {
            return Receipt.decode(presented.jws());
        } catch (Rejected e) {
            throw new UnreadableRecord("expected a receipt: " + e.getMessage());
        }
    }

    private static RecordContent content(JsonObject record) {
        Presented presented = presented(record);
        try {
            return content(receipt(presented), presented.disclosure());
        } catch (Rejected e) {
            throw new UnreadableRecord("expected the disclosure that the receipt signed: " + e.getMessage());
        }
    }

    /// @throws Rejected when the disclosure is another one than the receipt signed
    static RecordContent content(Receipt receipt, @Nullable String disclosure) {
        WorkflowContext workflow = disclosure == null ? receipt.workflow() : Redactable.reveal(receipt, disclosure);
        String type =
                receipt.summary() == null ? receipt.claims().string("type").orElse("RECEIPT") : "WORKFLOW_SUMMARY";
        ContentDraft draft = new ContentDraft(
                        new QualifiedId(Repo.WAYBILL, receipt.id()),
                        type,
                        EvidenceEnvelope.ofReceipt(receipt.extensions()))
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
