package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.base.json.ReadableJson;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.receipt.workflow.WorkflowStatus;
import dev.waybill.receipt.workflow.WorkflowSummary;
import dev.waybill.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The summaries of one issuer after its first.
class SummaryTemplateTest {

    private static final String ISSUER = "https://issuer.example.com";
    private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";
    private static final Digest DIGEST = Digest.of("one".getBytes(StandardCharsets.UTF_8));
    private static final CommitLog LOG = new CommitLog(DIGEST, DIGEST, 1);

    private final SigningKey key = SigningKey.ofSeed("key-1", new byte[32]);

    @ParameterizedTest
    @EnumSource
    void areWhatTheyWouldBeAloneAndReadAsTheyWereMeant(Wire wire) {
        var issuer = new ReceiptIssuer(key, wire, ISSUER);
        Seeds.check(200, random -> {
            WorkflowSummary summary = summary(random);
            CommitLog log = random.nextBoolean() ? LOG : null;
            JsonObject beside = random.nextBoolean()
                    ? JsonObject.EMPTY
                    : JsonObject.of(EvidenceEnvelope.RECEIPT_KEY, JsonObject.of("_ewp_version", "0"));
            Receipt receipt = issuer.issueSummary(ID, summary, log, beside);
            Receipt alone = new ReceiptIssuer(key, wire, ISSUER).issueSummary(ID, summary, log, beside);
            Receipt read = Receipt.decode(receipt.compact());
            assertThat(receipt.compact()).isEqualTo(alone.compact());
            assertThat(receipt.claims()).isEqualTo(alone.claims()).isEqualTo(read.claims());
            assertThat(receipt.summary()).isEqualTo(summary).isEqualTo(read.summary());
            assertThat(receipt.commitLog()).isEqualTo(log).isEqualTo(read.commitLog());
        });
    }

    @ParameterizedTest
    @EnumSource
    void areWrittenWithoutBeingJudged(Wire wire) {
        ReceiptDraft first = draft(summary(3, null));
        byte[] judged = ReadableJson.bytes(ClaimsWriter.claims(wire, ISSUER, first), JsonLimits.RECEIPT);
        ClaimsTemplate template = ClaimsTemplate.learnSummary(wire, ISSUER, first, judged);
        ReceiptDraft next = draft(summary(7, null));
        assertThat(Objects.requireNonNull(template).payload(next))
                .isEqualTo(JsonWriter.compactBytes(ClaimsWriter.claims(wire, ISSUER, next)));
    }

    private static ReceiptDraft draft(WorkflowSummary summary) {
        return ReceiptDraft.builder(ID, 1_790_000_000)
                .type("org.peacprotocol/workflow-summary")
                .extension(SummaryClaims.EXTENSION_KEY, summary.toJson())
                .extension(CommitLog.EXTENSION_KEY, LOG.toJson())
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void areJudgedWhereSomebodyElseFillsAGroup(Wire wire) {
        var issuer = new ReceiptIssuer(key, wire, ISSUER);
        WorkflowSummary summary = summary(0, null);
        issuer.issueSummary(ID, summary, LOG);
        refused(issuer, summary, "org.peacprotocol/mcp", JsonObject.of("nothing", "that it asks for"));
        refused(issuer, summary, SummaryClaims.EXTENSION_KEY, JsonObject.of("no", "summary"));
        refused(issuer, summary, CommitLog.EXTENSION_KEY, JsonObject.of("no", "log"));
        refused(
                issuer,
                summary,
                EvidenceEnvelope.RECEIPT_KEY,
                JsonObject.of("_ewp_version", new JsonNumber("9007199254740992")));
    }

    private static void refused(ReceiptIssuer issuer, WorkflowSummary summary, String key, JsonObject group) {
        assertThatExceptionOfType(Rejected.class)
                .isThrownBy(() -> issuer.issueSummary(ID, summary, LOG, JsonObject.of(key, group)));
    }

    private static WorkflowSummary summary(RandomGenerator random) {
        return summary(
                random.nextInt(3) == 0 ? random.nextLong(1_000_000_000) : random.nextInt(1_000) * 1_000_000L,
                random.nextBoolean()
                        ? null
                        : new WorkflowError(
                                WorkflowIds.createStepId("1".repeat(26)),
                                "E_\"1\"",
                                random.nextBoolean() ? "plain" : "Grüße\n"));
    }

    private static WorkflowSummary summary(long nanos, @Nullable WorkflowError error) {
        Instant at = Instant.ofEpochSecond(1_790_000_000, nanos);
        // From 1 to 99 references: the longest are beyond what a template writes.
        List<String> refs = IntStream.rangeClosed(0, (int) (nanos % 99))
                .mapToObj(i -> DIGEST.toString())
                .toList();
        return new WorkflowSummary(
                ISSUER,
                at,
                null,
                new SummaryEvidence(
                        WorkflowIds.createWorkflowId("0".repeat(26)),
                        error == null ? WorkflowStatus.COMPLETED : WorkflowStatus.FAILED,
                        at.minusNanos(nanos / 2),
                        at,
                        refs,
                        DIGEST,
                        (long) refs.size(),
                        "the \\ orchestrator",
                        List.of("a", "b"),
                        error == null ? DIGEST : null,
                        error));
    }
}
