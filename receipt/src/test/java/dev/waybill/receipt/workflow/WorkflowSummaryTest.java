package dev.waybill.receipt.workflow;

import static dev.waybill.receipt.workflow.Examples.STEP;
import static dev.waybill.receipt.workflow.Examples.WORKFLOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkflowSummaryTest {

    private static final Instant START = Instant.parse("2026-01-25T10:00:00Z");
    private static final Digest ROOT = Digest.of(new byte[0]);
    private static final String SEED_EXAMPLE = """
            {"type":"peac/workflow-summary","issuer":"https://orchestrator.example.com",\
            "issued_at":"2026-01-25T10:30:00Z","evidence":{"workflow_id":"wf_01HXZ5NWJQ8QJXKZ3V5N7BMGHC",\
            "status":"completed","started_at":"2026-01-25T10:00:00Z","completed_at":"2026-01-25T10:30:00Z",\
            "receipt_refs":["0193c4d0-0000-7000-8000-000000000001","0193c4d0-0000-7000-8000-000000000002",\
            "0193c4d0-0000-7000-8000-000000000003"],"orchestrator_id":"agent:orchestrator@example.com",\
            "agents_involved":["agent:orchestrator@example.com","agent:search@example.com",\
            "agent:writer@example.com"],"final_result_hash":\
            "sha256:a9d254ae620dd2e3747e14aae375f62dc414f7425705e202a94d71555a34c4fb"}}""";

    @Test
    void theExampleOfTheSpecificationIsReadAndWrittenByteForByte() {
        WorkflowSummary summary = WorkflowSummary.parse(JsonReader.read(SEED_EXAMPLE, JsonLimits.RECEIPT));
        assertThat(summary.toJson()).hasToString(SEED_EXAMPLE);
        assertThat(summary.advice()).isEmpty();
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Seeds.check(300, random -> {
            WorkflowSummary summary = generated(random);
            JsonValue text = JsonReader.read(summary.toJson().toString(), JsonLimits.RECEIPT);
            assertThat(WorkflowSummary.parse(text)).isEqualTo(summary);
        });
    }

    @Test
    void everyMissingRequiredFieldIsNamed() {
        JsonObject summary = completed().toJson();
        for (String name : List.of("type", "issuer", "issued_at", "evidence")) {
            assertRefused(summary.without(name), "/" + name);
        }
        for (String name : List.of("workflow_id", "status", "started_at", "orchestrator_id", "agents_involved")) {
            assertRefused(withEvidence(evidence().without(name)), "/evidence/" + name);
        }
        for (String name : List.of("failed_step_id", "error_code", "error_message")) {
            JsonObject error = new WorkflowError(STEP, "E", "").toJson().without(name);
            assertRefused(withEvidence(evidence().with("error_context", error)), "/evidence/error_context/" + name);
        }
    }

    @Test
    void nullIsNoValueOfAnyField() {
        JsonObject summary = completed().toJson();
        for (String name : List.of("type", "issuer", "issued_at", "expires_at", "evidence")) {
            assertRefused(summary.with(name, JsonNull.NULL), "/" + name);
        }
        for (String name : List.of(
                "workflow_id",
                "status",
                "started_at",
                "completed_at",
                "receipt_refs",
                "receipt_merkle_root",
                "receipt_count",
                "orchestrator_id",
                "agents_involved",
                "final_result_hash",
                "error_context")) {
            assertRefused(withEvidence(evidence().with(name, JsonNull.NULL)), "/evidence/" + name);
        }
    }

    @Test
    void unknownFieldsAreRefusedAtEveryLevel() {
        JsonString value = new JsonString("x");
        JsonObject error = new WorkflowError(STEP, "E", "").toJson().with("stack", value);
        assertRefused(completed().toJson().with("note", value), "/note");
        assertRefused(withEvidence(evidence().with("note", value)), "/evidence/note");
        assertRefused(withEvidence(evidence().with("error_context", error)), "/evidence/error_context/stack");
    }

    @Test
    void aSummaryCommitsToItsReceipts() {
        assertRefused(withEvidence(evidence().without("receipt_refs")), "/evidence");
        assertRefused(withEvidence(evidence().with("receipt_merkle_root", ROOT.toString())), "/evidence/receipt_count");
        assertThat(refusal(() -> evidence(WorkflowStatus.COMPLETED, START, null, null, null, null))
                        .pointer())
                .isEqualTo("/evidence");
    }

    @Test
    void listsAreLimited() {
        JsonValue entry = new JsonString("x");
        JsonArray refs = new JsonArray(Collections.nCopies(10_000, entry));
        JsonArray agents = new JsonArray(Collections.nCopies(100, entry));
        JsonArray long257 = JsonArray.of(entry, new JsonString("x".repeat(257)));
        WorkflowSummary.parse(withEvidence(evidence().with("receipt_refs", refs).with("agents_involved", agents)));
        assertRefused(
                withEvidence(evidence().with("receipt_refs", new JsonArray(Collections.nCopies(10_001, entry)))),
                "/evidence/receipt_refs");
        assertRefused(
                withEvidence(evidence().with("agents_involved", new JsonArray(Collections.nCopies(101, entry)))),
                "/evidence/agents_involved");
        assertRefused(withEvidence(evidence().with("receipt_refs", long257)), "/evidence/receipt_refs/1");
        assertRefused(withEvidence(evidence().with("agents_involved", long257)), "/evidence/agents_involved/1");
    }

    @Test
    void countsAreSafeIntegers() {
        WorkflowSummary.parse(withEvidence(evidence().with("receipt_count", new JsonNumber("9007199254740991"))));
        for (String bad : List.of("-1", "0.5", "9007199254740992")) {
            assertRefused(
                    withEvidence(evidence().with("receipt_count", new JsonNumber(bad))), "/evidence/receipt_count");
        }
    }

    @Test
    void aBuiltSummaryIsHeldToTheSameRules() {
        SummaryEvidence evidence = completed().evidence();
        Instant far = Instant.parse("+10000-01-01T00:00:00Z");
        assertThat(refusal(() -> new WorkflowSummary("http://a.example", START, null, evidence))
                        .pointer())
                .isEqualTo("/issuer");
        assertThat(refusal(() -> new WorkflowSummary("https://a.example", START, far, evidence))
                        .pointer())
                .isEqualTo("/expires_at");
        assertThat(refusal(() -> new WorkflowError(STEP, "x".repeat(65), "")).pointer())
                .isEqualTo("/evidence/error_context/error_code");
        assertThat(refusal(() -> new WorkflowError(STEP, "", "x".repeat(1025))).pointer())
                .isEqualTo("/evidence/error_context/error_message");
    }

    @Test
    void whatShouldBeOtherwiseIsAdvice() {
        assertThat(codes(evidence(WorkflowStatus.FAILED, null, List.of(), null, null, null)))
                .containsExactly("summary_error_context_missing", "summary_completed_at_missing");
        assertThat(codes(evidence(
                        WorkflowStatus.COMPLETED, START, List.of(), null, null, new WorkflowError(STEP, "E", ""))))
                .containsExactly("summary_error_context_on_completed");
        assertThat(codes(evidence(WorkflowStatus.IN_PROGRESS, START, List.of(), null, null, null)))
                .containsExactly("summary_completed_at_in_progress");
        assertThat(codes(evidence(WorkflowStatus.CANCELLED, START.minusSeconds(1), List.of(), null, null, null)))
                .containsExactly("summary_completed_before_started");
        assertThat(codes(evidence(WorkflowStatus.COMPLETED, START.plusSeconds(61), List.of(), null, null, null)))
                .containsExactly("summary_issued_before_completed");
        assertThat(codes(evidence(WorkflowStatus.COMPLETED, START, List.of("a", "a"), null, 1L, null)))
                .containsExactly("summary_receipt_refs_duplicate", "summary_receipt_count_mismatch");
        assertThat(codes(evidence(WorkflowStatus.COMPLETED, START, null, ROOT, 0L, null)))
                .containsExactly("summary_merkle_root_without_receipts");
    }

    @Test
    void expiryIsAdviceWhenItCameBeforeIssuanceAndAQuestionOfTimeOtherwise() {
        SummaryEvidence evidence = completed().evidence();
        Instant issued = START.plusSeconds(60);
        var late = new WorkflowSummary("https://a.example", issued, START, evidence);
        var fine = new WorkflowSummary("https://a.example", issued, issued.plusSeconds(60), evidence);
        assertThat(late.advice()).extracting(SummaryAdvice::code).containsExactly("summary_expired_when_issued");
        assertThat(fine.advice()).isEmpty();
        assertThat(fine.isExpiredAt(issued.plusSeconds(59))).isFalse();
        assertThat(fine.isExpiredAt(issued.plusSeconds(60))).isTrue();
    }

    private static List<String> codes(SummaryEvidence evidence) {
        return new WorkflowSummary("https://a.example", START.plusSeconds(60), null, evidence)
                .advice().stream().map(SummaryAdvice::code).toList();
    }

    private static WorkflowSummary generated(Random random) {
        boolean withRefs = random.nextBoolean();
        Instant start = Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
        var evidence = new SummaryEvidence(
                WORKFLOW,
                List.of(WorkflowStatus.values()).get(random.nextInt(4)),
                start,
                random.nextBoolean() ? null : start.plusSeconds(random.nextInt(1000)),
                withRefs ? Collections.nCopies(random.nextInt(20), Examples.payload(random)) : null,
                withRefs ? null : Examples.digest(random),
                withRefs ? null : random.nextLong(1L << 53),
                Examples.payload(random),
                Collections.nCopies(random.nextInt(20), Examples.payload(random)),
                random.nextBoolean() ? null : Examples.digest(random),
                random.nextBoolean() ? null : new WorkflowError(STEP, "E_X", Examples.payload(random)));
        return new WorkflowSummary("https://a.example/" + random.nextInt(), start, null, evidence);
    }

    private static WorkflowSummary completed() {
        return new WorkflowSummary(
                "https://a.example",
                START.plusSeconds(60),
                null,
                evidence(WorkflowStatus.COMPLETED, START, List.of("jti:1"), null, null, null));
    }

    private static SummaryEvidence evidence(
            WorkflowStatus status,
            @Nullable Instant completed,
            @Nullable List<String> refs,
            @Nullable Digest root,
            @Nullable Long count,
            @Nullable WorkflowError error) {
        return new SummaryEvidence(
                WORKFLOW, status, START, completed, refs, root, count, "agent:o", List.of(), null, error);
    }

    private static JsonObject evidence() {
        return completed().evidence().toJson();
    }

    private static JsonObject withEvidence(JsonObject evidence) {
        return completed().toJson().with("evidence", evidence);
    }

    private static void assertRefused(JsonValue summary, String pointer) {
        Rejected refusal = refusal(() -> WorkflowSummary.parse(summary));
        assertThat(refusal.code()).isEqualTo(Code.E_WORKFLOW_SUMMARY_INVALID);
        assertThat(refusal.pointer()).isEqualTo(pointer);
        assertThat(refusal).hasMessageStartingWith(pointer.substring(1).replace('/', '.') + ": expected ");
    }

    private static Rejected refusal(ThrowingCallable call) {
        return Objects.requireNonNull(catchThrowableOfType(Rejected.class, call), "nothing was refused");
    }
}
