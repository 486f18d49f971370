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
    void aRunInsideAStepDependsOnThatStepAlone() {
        JsonObject options = RunEnvelope.adopt(JsonObject.EMPTY, CALLER.withParents(List.of("agentmesh:evt_000008")));
        assertThat(RunEnvelope.inside(options, "waybill:wf_1/n#1").toString())
                .isEqualTo("{\"envelope\":{\"_ewp_task_id\":\"task_1\",\"_ewp_parent_ids\":[\"waybill:wf_1/n#1\"]}}");
    }

    @Test
    void whatIsSwitchedOffStaysOffInside() {
        JsonObject off = RunEnvelope.without(JsonObject.EMPTY);
        assertThat(RunEnvelope.inside(off, "waybill:wf_1/n#1")).isEqualTo(off);
    }
}
