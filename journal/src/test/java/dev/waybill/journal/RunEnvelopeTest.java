package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunEnvelopeTest {

    private static final EvidenceEnvelope CALLER =
            EvidenceEnvelope.issued("corr_1", "agentmesh/spawner").with(EvidenceEnvelope.TASK_ID, "task_1");

    @Test
    void whatTheRunSaysItselfIsNotTakenFromTheCaller() {
        assertThat(RunEnvelope.adopt(JsonObject.EMPTY, CALLER).toString())
                .isEqualTo("{\"envelope\":{\"_ewp_task_id\":\"task_1\"}}");
        assertThat(RunEnvelope.adopt(JsonObject.EMPTY, EvidenceEnvelope.issued("corr_1", "x")))
                .isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void aRunInsideAStepDependsOnTheHandOverAlone() {
        JsonObject options = RunEnvelope.adopt(JsonObject.EMPTY, CALLER.withParents(List.of("agentmesh:evt_000008")));
        assertThat(RunEnvelope.inside(options, "waybill:run_1/evt_1").toString())
                .isEqualTo(
                        "{\"envelope\":{\"_ewp_task_id\":\"task_1\",\"_ewp_parent_ids\":[\"waybill:run_1/evt_1\"]}}");
    }

    @Test
    void whatIsSwitchedOffStaysOffInside() {
        JsonObject off = RunEnvelope.without(JsonObject.EMPTY);
        assertThat(RunEnvelope.inside(off, "waybill:run_1/evt_1")).isEqualTo(off);
    }
}
