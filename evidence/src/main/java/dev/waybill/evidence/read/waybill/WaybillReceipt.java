package dev.waybill.evidence.read.waybill;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Identity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EnvelopeParents;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    @Override
    public RecordContent content(JsonObject record) {
        return content(receipt(record));
    }

    static RecordContent content(Receipt receipt) {
        EvidenceEnvelope envelope = envelope(receipt);
        WorkflowContext workflow = receipt.workflow();
        List<QualifiedId> aliases = new ArrayList<>();
        aliases.add(of(receipt.ref().toString()));
        if (workflow != null) {
            aliases.add(of(workflow.stepId().value()));
        }
        return new RecordContent(
                of(receipt.id()),
                aliases,
                receipt.summary() == null ? type(receipt) : "WORKFLOW_SUMMARY",
                time(receipt),
                Identity.of(envelope, natives(workflow)),
                parents(workflow, envelope),
                facts(receipt, workflow));
    }

    private static QualifiedId of(String id) {
        return new QualifiedId(Repo.WAYBILL, id);
    }

    private static String type(Receipt receipt) {
        return receipt.claims().string("type").orElse("RECEIPT");
    }

    /// PEAC counts whole seconds since 1970.
    private static @Nullable RecordTime time(Receipt receipt) {
        try {
            return RecordTime.parse(Instant.ofEpochSecond(receipt.issuedAt()).toString())
                    .orElse(null);
        } catch (DateTimeException _) {
            return null;
        }
    }

    private static Map<Field, String> natives(@Nullable WorkflowContext workflow) {
        Map<Field, String> natives = new EnumMap<>(Field.class);
        if (workflow != null) {
            natives.put(Field.CORRELATION, workflow.workflowId().value());
            natives.put(Field.TASK, workflow.stepId().value());
            String agent = workflow.orchestratorId();
            if (agent != null) {
                natives.put(Field.AGENT, agent);
            }
        }
        return natives;
    }

    /// A receipt that started a run is a parent by its digest. A digest is an id of ours, and `sha256:` no system.
    private static List<QualifiedId> parents(@Nullable WorkflowContext workflow, EvidenceEnvelope envelope) {
        Set<QualifiedId> parents = new LinkedHashSet<>();
        if (workflow != null) {
            List<StepId> steps = workflow.parentStepIds();
            (steps == null ? List.<StepId>of() : steps).forEach(step -> parents.add(of(step.value())));
            String starter = workflow.orchestratorReceiptRef();
            if (starter != null && Digest.tryParse(starter).isPresent()) {
                parents.add(of(starter));
            }
        }
        parents.addAll(EnvelopeParents.of(envelope, Repo.WAYBILL));
        return new ArrayList<>(parents);
    }

    private static JsonObject facts(Receipt receipt, @Nullable WorkflowContext workflow) {
        return JsonObject.builder()
                .put(Fact.SIGNER, receipt.kid())
                .putIfPresent(Fact.TITLE, workflow == null ? null : workflow.toolName())
                .build();
    }
}
