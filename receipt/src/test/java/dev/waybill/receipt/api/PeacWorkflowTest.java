package dev.waybill.receipt.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleCommitment;
import dev.waybill.receipt.merkle.SortedReceiptSet;
import dev.waybill.receipt.record.WorkflowRecorder;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The specification's names, and that they do what it says.
class PeacWorkflowTest {

    private static final String ULID = "01HXZ5NWJQ8QJXKZ3V5N7BMGHC";
    private static final long NOW = 1_794_700_000;
    private static final String ISSUER = "https://orchestrator.example.com";
    private static final SigningKey KEY = SigningKey.ofSeed("key", new byte[32]);
    private static final KeySet KEYS = KeySet.of(ISSUER, KEY.verificationKey());

    private final List<Receipt> receipts = new ArrayList<>();
    private final Receipt summary;

    PeacWorkflowTest() {
        Instant at = Instant.ofEpochSecond(NOW);
        var uuids = new UuidV7Factory(InstantSource.fixed(at), new Random(1));
        var recorder = new WorkflowRecorder(
                new ReceiptIssuer(KEY, Wire.V0_1, ISSUER),
                PeacWorkflow.createWorkflowId(ULID),
                "agent:a",
                () -> uuids.next().toString());
        var first = PeacWorkflow.createStepId(ULID);
        receipts.add(recorder.step(first, List.of(), at, context -> context));
        receipts.add(recorder.step(
                PeacWorkflow.createStepId("01HXZ5NWJQ8QJXKZ3V5N7BMGHD"), List.of(first), at, context -> context));
        summary = recorder.summary(WorkflowStatus.COMPLETED, at, null);
    }

    private List<String> texts() {
        return receipts.stream().map(Receipt::compact).toList();
    }

    private List<Digest> digests() {
        return receipts.stream().map(Receipt::ref).toList();
    }

    private static JsonValue json(String text) {
        return JsonReader.read(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    @Test
    void theConstantsAreThoseOfTheSpecification() {
        assertThat(PeacWorkflow.WORKFLOW_EXTENSION_KEY).isEqualTo("org.peacprotocol/workflow");
        assertThat(PeacWorkflow.WORKFLOW_SUMMARY_TYPE).isEqualTo("peac/workflow-summary");
    }

    @Test
    void idsAreMadeFromPayloads() {
        assertThat(PeacWorkflow.createWorkflowId(ULID).value()).isEqualTo("wf_" + ULID);
        assertThat(PeacWorkflow.createStepId(ULID).value()).isEqualTo("step_" + ULID);
        assertThatThrownBy(() -> PeacWorkflow.createStepId("short"))
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo(Code.E_WORKFLOW_STEP_ID_INVALID));
    }

    @Test
    void aContextIsValidated() {
        JsonValue good =
                json("{\"workflow_id\":\"wf_" + ULID + "\",\"step_id\":\"step_" + ULID + "\",\"parent_step_ids\":[]}");
        assertThat(PeacWorkflow.validateWorkflowContext(good).isRoot()).isTrue();
        assertThatThrownBy(() -> PeacWorkflow.validateWorkflowContext(json("{}")))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void aSummaryIsValidated() {
        JsonValue attestation = Objects.requireNonNull(summary.extensions().get("org.peacprotocol/workflow-summary"));
        assertThat(PeacWorkflow.validateWorkflowSummary(attestation)).isEqualTo(summary.summary());
        assertThatThrownBy(() -> PeacWorkflow.validateWorkflowSummary(json("{}")))
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo(Code.E_WORKFLOW_SUMMARY_INVALID));
    }

    @Test
    void anInclusionIsVerifiedByRootAndByCommitment() {
        MerkleCommitment commitment = PeacWorkflow.computeMerkleCommitment(digests());
        Digest one = digests().getFirst();
        InclusionProof proof = SortedReceiptSet.of(digests()).prove(one);
        String root = commitment.root().toString();
        assertThat(PeacWorkflow.verifyMerkleInclusion(root, one.toString(), proof))
                .isTrue();
        assertThat(PeacWorkflow.verifyMerkleInclusion(commitment, one.toString(), proof))
                .isTrue();
        assertThat(PeacWorkflow.verifyMerkleInclusion(root, digests().getLast().toString(), proof))
                .isFalse();
        MerkleCommitment larger = new MerkleCommitment(commitment.root(), 3);
        assertThat(PeacWorkflow.verifyMerkleInclusion(larger, one.toString(), proof))
                .isFalse();
    }

    @Test
    void aSummaryIsVerifiedWithItsReceipts() {
        AuditReport report = PeacWorkflow.verifyWorkflowSummary(summary.compact(), texts(), KEYS, NOW);
        assertThat(report.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(report.completeness().isComplete()).isTrue();
        assertThat(report.findings()).isEmpty();
    }

    @Test
    void aSummaryWithoutAllItsReceiptsIsIncomplete() {
        AuditReport report = PeacWorkflow.verifyWorkflowSummary(summary.compact(), texts().subList(0, 1), KEYS, NOW);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(report.completeness().isComplete()).isFalse();
    }

    @Test
    void aReceiptInPlaceOfTheSummaryNeverPasses() {
        AuditReport report = PeacWorkflow.verifyWorkflowSummary(texts().getLast(), texts().subList(0, 1), KEYS, NOW);
        assertThat(report.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(report.findings()).extracting(Finding::code).containsExactly("E_WORKFLOW_SUMMARY_INVALID");
        assertThat(PeacWorkflow.verifyWorkflowSummary("nonsense", texts(), KEYS, NOW)
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
    }
}
