package dev.waybill.receipt.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Digest;
import dev.waybill.base.id.UuidV7Factory;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.AuditReport;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.audit.Verdict;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.context.McpOrchestrationContext;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.SummaryEvidence;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowError;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.receipt.workflow.WorkflowStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowRecorderTest {

    private static final Instant AT = Instant.ofEpochSecond(1_794_700_000);
    private static final String ISSUER = "https://orchestrator.example.com";
    private static final SigningKey KEY = SigningKey.ofSeed("key", new byte[32]);

    private final InstantSource clock = InstantSource.fixed(AT);
    private final WorkflowIds ids = WorkflowIds.withUlids(clock, new Random(7));
    private final List<String> signed = new ArrayList<>();
    private WorkflowRecorder recorder = recorder(Wire.V0_1);

    private WorkflowRecorder recorder(Wire wire) {
        var uuids = new UuidV7Factory(clock, new Random(8));
        return new WorkflowRecorder(
                new ReceiptIssuer(KEY, wire, ISSUER),
                ids.newWorkflowId(),
                "agent:boss",
                () -> uuids.next().toString());
    }

    private StepId step(List<StepId> parents) {
        return step(parents, "agent:boss");
    }

    private StepId step(List<StepId> parents, String agent) {
        StepId id = ids.newStepId();
        keep(recorder.step(id, parents, AT, context -> context.orchestratorId(agent)));
        return id;
    }

    private Receipt keep(Receipt receipt) {
        signed.add(receipt.compact());
        return receipt;
    }

    @Test
    void aCallIsSignedForByOneStepOnly() {
        JsonObject call = McpOrchestrationContext.of("s", "urn:server", "call-1", "search")
                .toJson();
        StepId first = ids.newStepId();
        call(first, call);
        call(first, call);
        assertThatThrownBy(() -> call(ids.newStepId(), call))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("call-1");
    }

    private void call(StepId step, JsonObject call) {
        recorder.step(
                step,
                List.of(),
                AT,
                context -> context,
                draft -> draft.extension(McpOrchestrationContext.EXTENSION_KEY, call));
    }

    private SummaryEvidence summary(WorkflowStatus status) {
        Receipt receipt = keep(recorder.summary(status, AT, null));
        return Objects.requireNonNull(receipt.summary()).evidence();
    }

    private AuditReport audit() {
        try {
            return new WorkflowAuditor(KeySet.of(ISSUER, KEY.verificationKey()), AuditOptions.at(AT.getEpochSecond()))
                    .audit(ReceiptSource.of(signed));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static WorkflowContext context(Receipt receipt) {
        return Objects.requireNonNull(receipt.workflow());
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void whatItSignsIsVerified(Wire wire) {
        recorder = recorder(wire);
        StepId plan = step(List.of());
        StepId left = step(List.of(plan));
        StepId right = step(List.of(plan));
        step(List.of(left, right));
        SummaryEvidence evidence = summary(WorkflowStatus.COMPLETED);
        assertThat(evidence.receiptCount()).isEqualTo(4);
        assertThat(evidence.receiptRefs()).hasSize(4);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void upTo99ReceiptsAreListedAndFromAHundredOnTheRootSpeaks() {
        IntStream.range(0, 99).forEach(_ -> step(List.of()));
        assertThat(summary(WorkflowStatus.IN_PROGRESS).receiptRefs()).hasSize(99);
        step(List.of());
        assertThat(summary(WorkflowStatus.COMPLETED).receiptRefs()).isNull();
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aWorkflowWithoutAReceiptHasNothingToSumUp() {
        assertThatThrownBy(() -> recorder.summary(WorkflowStatus.COMPLETED, AT, null))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFailureNamesTheStepThatFailed() {
        StepId failed = step(List.of());
        keep(recorder.failed(new WorkflowError(failed, "TIMEOUT", "took too long"), AT));
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aRefusedStepLeavesTheChainAsItWas() {
        StepId plan = step(List.of());
        List<StepId> twice = List.of(plan, plan);
        assertThatThrownBy(() -> step(twice)).hasMessageContaining("parent");
        step(List.of(plan));
        summary(WorkflowStatus.COMPLETED);
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void theSameStepAgainReportsItsProgress() {
        StepId plan = step(List.of());
        StepId other = ids.newStepId();
        StepId busy = ids.newStepId();
        keep(recorder.step(busy, List.of(plan), AT, context -> context));
        keep(recorder.step(other, List.of(plan), AT, context -> context));
        keep(recorder.step(busy, List.of(plan), AT, context -> context));
        summary(WorkflowStatus.COMPLETED);
        AuditReport report = audit();
        assertThat(report.findings()).isEmpty();
        assertThat(report.graph().size()).isEqualTo(3);
    }

    @Test
    void aHundredAgentsAreListedByName() {
        IntStream.range(1, 100).forEach(i -> step(List.of(), "agent:" + i));
        assertThat(summary(WorkflowStatus.COMPLETED).agentsInvolved())
                .hasSize(100)
                .startsWith("agent:boss", "agent:1")
                .endsWith("agent:99");
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void moreAgentsShareOneDigestWhichTheVerifierUnderstands() {
        IntStream.range(1, 130).forEach(i -> step(List.of(), "agent:" + i));
        List<String> agents = summary(WorkflowStatus.COMPLETED).agentsInvolved();
        assertThat(agents).hasSize(100).contains("agent:98").doesNotContain("agent:99");
        assertThat(Digest.tryParse(agents.getLast())).isPresent();
        assertThat(audit().findings()).isEmpty();
        assertThat(AgentList.reading(agents).names(Digest.of(new byte[0]))).isFalse();
    }

    @Test
    void theSharedDigestStandsForExactlyTheOthers() {
        List<String> names = IntStream.range(0, 130).mapToObj(i -> "agent:" + i).toList();
        List<String> fewer = names.subList(0, 129);
        assertThat(AgentList.of(names).getLast())
                .isNotEqualTo(AgentList.of(fewer).getLast());
        assertThat(AgentList.of(names).subList(0, 99)).isEqualTo(names.subList(0, 99));
    }

    @Test
    void parentsThatFitAreLeftAlone() {
        List<StepId> parents =
                IntStream.range(0, 16).mapToObj(_ -> step(List.of())).toList();
        assertThat(recorder.join(parents, AT, ids::newStepId, this::keep)).isEqualTo(parents);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 18, 31, 32, 100, 300})
    void anyNumberOfParentsIsJoinedByATree(int count) {
        List<StepId> parents =
                IntStream.range(0, count).mapToObj(_ -> step(List.of())).toList();
        List<Receipt> joins = new ArrayList<>();
        List<StepId> few = recorder.join(parents, AT, ids::newStepId, joins::add);
        joins.forEach(this::keep);
        step(few);
        summary(WorkflowStatus.COMPLETED);
        assertThat(few).hasSizeLessThanOrEqualTo(16);
        assertThat(joins).hasSize((count - 16 + 14) / 15);
        assertThat(joins)
                .allSatisfy(join -> assertThat(context(join).toolName()).isEqualTo("join"));
        assertThat(joins.stream().flatMap(join -> parentsOf(join).stream())).doesNotHaveDuplicates();
        assertThat(audit().findings()).isEmpty();
    }

    private static List<StepId> parentsOf(Receipt receipt) {
        return Objects.requireNonNull(context(receipt).parentStepIds());
    }

    @Test
    void aRedactableStepCanBeShownWithAndWithoutItsParents() {
        StepId plan = step(List.of());
        RedactableStep step =
                recorder.redactableStep(ids.newStepId(), List.of(plan), AT, context -> context, new SecureRandom());
        assertThat(context(step.receipt()).parentsWithheld()).isTrue();
        signed.add(step.presented());
        summary(WorkflowStatus.COMPLETED);
        assertThat(audit().findings()).isEmpty();
        signed.set(1, step.receipt().compact());
        AuditReport redacted = audit();
        assertThat(redacted.verdict()).isEqualTo(Verdict.VERIFIED);
        assertThat(redacted.findings()).extracting(Finding::code).containsExactly("PARENTS_WITHHELD");
    }

    @Test
    void aLongNameIsCutAndStaysItself() {
        String name = "x".repeat(300);
        String fitted = LongText.fit(name, LongText.NAME);
        assertThat(fitted)
                .hasSize(256)
                .endsWith(Digest.of(name.getBytes(StandardCharsets.UTF_8)).toString());
        assertThat(LongText.fit(name + "y", LongText.NAME)).isNotEqualTo(fitted);
        assertThat(LongText.fit("x".repeat(256), LongText.NAME)).isEqualTo("x".repeat(256));
        keep(recorder.step(ids.newStepId(), List.of(), AT, context -> context.toolName(fitted)));
        assertThat(audit().findings()).isEmpty();
    }

    @Test
    void aCutNeverSplitsASurrogatePair() {
        for (int lead = 0; lead < 2; lead++) {
            String fitted = LongText.fit("x".repeat(lead) + "😀".repeat(200), LongText.NAME);
            assertThat(fitted.length()).isBetween(255, 256);
            assertThat(fitted.chars()
                            .filter(c -> Character.isHighSurrogate((char) c))
                            .count())
                    .isEqualTo(fitted.chars()
                            .filter(c -> Character.isLowSurrogate((char) c))
                            .count());
        }
    }
}
