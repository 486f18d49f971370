package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A summary is signed as a receipt of its own.
class SummaryReceiptTest {

    private static final Digest HEAD = Digest.of("head".getBytes(StandardCharsets.UTF_8));
    private static final Digest ROOT = Digest.of("root".getBytes(StandardCharsets.UTF_8));
    private static final CommitLog LOG = new CommitLog(HEAD, ROOT, 3);

    @ParameterizedTest
    @EnumSource(WorkflowStatus.class)
    void summariesOfEveryStatusVerifyOnBothWires(WorkflowStatus status) {
        for (Wire wire : Wire.values()) {
            WorkflowSummary summary = summary(Samples.ISSUER, status);
            Receipt issued = Samples.issuer(wire).issueSummary(Samples.RECEIPT_ID, summary, LOG);
            Receipt verified =
                    Samples.valid(Samples.verifier().verify(issued.compact())).receipt();
            assertThat(verified.summary()).isEqualTo(summary);
            assertThat(verified.commitLog()).isEqualTo(LOG);
            assertThat(verified.workflow()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aSummaryNeedsNoCommitLog(Wire wire) {
        Receipt issued = Samples.issuer(wire)
                .issueSummary(Samples.RECEIPT_ID, summary(Samples.ISSUER, WorkflowStatus.COMPLETED), null);
        assertThat(Samples.valid(Samples.verifier().verify(issued.compact()))
                        .receipt()
                        .commitLog())
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void nobodySignsTheSummaryOfAnother(Wire wire) {
        WorkflowSummary foreign = summary("https://other.example.com", WorkflowStatus.COMPLETED);
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> Samples.issuer(wire).issueSummary(Samples.RECEIPT_ID, foreign, null))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Code.E_WORKFLOW_SUMMARY_INVALID));
        var check = check(wire, "org.peacprotocol/workflow-summary", foreign.toJson());
        assertThat(check.code()).isEqualTo(Code.E_WORKFLOW_SUMMARY_INVALID);
        assertThat(check.pointer())
                .isEqualTo("/" + wire.extensionsClaim() + "/org.peacprotocol~1workflow-summary/issuer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"chain_head\":\"sha256:00\",\"root\":\"x\",\"tree_size\":1}",
                "{\"chain_head\":1,\"root\":2,\"tree_size\":3}",
            })
    void aMalformedCommitLogIsRefused(String log) {
        JsonValue value = dev.waybill.base.json.JsonReader.read(log, dev.waybill.base.json.JsonLimits.RECEIPT);
        for (Wire wire : Wire.values()) {
            var check = check(wire, CommitLog.EXTENSION_KEY, value);
            assertThat(check.code()).isEqualTo(Code.E_WORKFLOW_SUMMARY_INVALID);
            assertThat(check.pointer()).startsWith("/" + wire.extensionsClaim() + "/dev.waybill~1commit-log");
        }
    }

    @Test
    void aCommitLogHasOneSpelling() {
        JsonObject json = LOG.toJson();
        assertThat(CommitLog.parse(json)).isEqualTo(LOG);
        for (JsonObject bad : List.of(
                json.with("more", JsonObject.EMPTY),
                json.without("root"),
                json.with("tree_size", dev.waybill.base.json.JsonNumber.of(0)),
                json.with("root", ROOT.toString().toUpperCase(java.util.Locale.ROOT)))) {
            assertThatExceptionOfType(Rejected.class).isThrownBy(() -> CommitLog.parse(bad));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new CommitLog(HEAD, ROOT, 0));
    }

    private static ReceiptCheck.Invalid check(Wire wire, String group, JsonValue value) {
        JsonObject claims = Samples.issuer(wire)
                .issue(ReceiptDraft.builder(Samples.RECEIPT_ID, Samples.NOW).build())
                .claims();
        JsonObject groups = JsonObject.builder().put(group, value).build();
        return Samples.invalid(Samples.verifier()
                .verify(Samples.sign(
                        Samples.KEY,
                        Samples.header(wire),
                        claims.with(wire.extensionsClaim(), groups).toString())));
    }

    private static WorkflowSummary summary(String issuer, WorkflowStatus status) {
        Instant start = Instant.ofEpochSecond(Samples.NOW - 60);
        Instant end = Instant.ofEpochSecond(Samples.NOW);
        var evidence = new SummaryEvidence(
                Samples.WORKFLOW,
                status,
                start,
                status.isTerminal() ? end : null,
                List.of(HEAD.toString()),
                ROOT,
                1L,
                "agent:orchestrator",
                List.of("agent:orchestrator", "agent:writer"),
                status == WorkflowStatus.COMPLETED ? HEAD : null,
                status == WorkflowStatus.FAILED ? new WorkflowError(Samples.STEP, "GOAL_NOT_MET", "gave up") : null);
        return new WorkflowSummary(issuer, end, null, evidence);
    }
}
