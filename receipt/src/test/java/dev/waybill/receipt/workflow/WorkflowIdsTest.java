package dev.waybill.receipt.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.base.id.Ulid;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkflowIdsTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-03-04T08:00:00Z"));

    @Test
    void newIdsCarryUlidsOrUuidsOfTheGivenTime() {
        Seeds.check(100, random -> {
            var ulids = WorkflowIds.withUlids(CLOCK, random);
            var uuids = WorkflowIds.withUuids(CLOCK, random);
            assertThat(ulids.newWorkflowId().value()).matches("wf_[0-7][0-9A-HJKMNP-TV-Z]{25}");
            assertThat(ulids.newStepId().value()).matches("step_[0-7][0-9A-HJKMNP-TV-Z]{25}");
            assertThat(uuids.newWorkflowId().value()).matches("wf_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab].{16}");
            assertThat(Ulid.parse(payload(ulids.newStepId())).time()).isEqualTo(CLOCK.instant());
        });
    }

    @Test
    void newIdsComeInOrderAndNeverTwice() {
        Seeds.check(20, random -> {
            for (var ids : List.of(WorkflowIds.withUlids(CLOCK, random), WorkflowIds.withUuids(CLOCK, random))) {
                List<StepId> made = Stream.generate(ids::newStepId).limit(200).toList();
                assertThat(made).isSorted().doesNotHaveDuplicates();
            }
        });
    }

    @Test
    void ulidUuidAndTraceIdPayloadsAreAccepted() {
        for (String payload : List.of(
                "01HXZ5NWJQ8QJXKZ3V5N7BMGHC",
                "550e8400-e29b-41d4-a716-446655440000",
                "4bf92f3577b34da6a3ce929d0e0e4736")) {
            assertThat(WorkflowIds.createWorkflowId(payload).value()).isEqualTo("wf_" + payload);
            assertThat(WorkflowIds.createStepId(payload).value()).isEqualTo("step_" + payload);
        }
    }

    @Test
    void aSpanIdAloneIsTooShort() {
        assertThat(catchThrowableOfType(Rejected.class, () -> WorkflowIds.createStepId("00f067aa0ba902b7")))
                .extracting(Rejected::code)
                .isEqualTo(Code.E_WORKFLOW_STEP_ID_INVALID);
        assertThat(catchThrowableOfType(Rejected.class, () -> WorkflowIds.createWorkflowId("short")))
                .extracting(Rejected::code)
                .isEqualTo(Code.E_WORKFLOW_ID_INVALID);
    }

    @Test
    void statusesKnowTheirWireTextAndWhetherTheyEnd() {
        assertThat(WorkflowStatus.values())
                .allSatisfy(status ->
                        assertThat(WorkflowStatus.ofWire(status.wire())).contains(status));
        assertThat(WorkflowStatus.ofWire("Completed")).isEmpty();
        assertThat(WorkflowStatus.IN_PROGRESS.isTerminal()).isFalse();
        assertThat(WorkflowStatus.CANCELLED.isTerminal()).isTrue();
    }

    private static String payload(StepId step) {
        return step.value().substring(StepId.PREFIX.length());
    }
}
