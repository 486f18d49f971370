package dev.waybill.receipt.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkflowIdsTest {

    @Test
    void newIdsCarryFreshPayloads() {
        Iterator<String> payloads = List.of("01JZ7Q4M8C9V2K5T3N6R0XWYBD", "01JZ7Q4M8D3H6F1P9S2A4G7EKT")
                .iterator();
        var ids = new WorkflowIds(payloads::next);
        assertThat(ids.newWorkflowId()).hasToString("wf_01JZ7Q4M8C9V2K5T3N6R0XWYBD");
        assertThat(ids.newStepId()).hasToString("step_01JZ7Q4M8D3H6F1P9S2A4G7EKT");
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
}
