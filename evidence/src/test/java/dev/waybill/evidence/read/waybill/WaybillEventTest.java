package dev.waybill.evidence.read.waybill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.Fact;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WaybillEventTest {

    private static JsonObject facts(String type, String more) {
        String line = """
                {"eventId":"evt_1","runId":"run_1","sequence":4,"type":"%s","timestamp":"2026-02-25T12:00:00.000000Z",
                "payload":{}%s}""".formatted(type, more);
        JsonObject record = JsonReader.readObject(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
        return WaybillEvent.FORMAT.content(record).facts();
    }

    private static String forked(long sequence, String mode) {
        return ",\"forkedFrom\":{\"runId\":\"run_0\",\"sequence\":" + sequence + ",\"mode\":\"" + mode + "\"}";
    }

    @Test
    void aRunsEndsAreStatesOfItsTask() {
        assertThat(facts("run.started", "").string(Fact.TO_STATE)).contains("running");
        assertThat(facts("run.completed", "").string(Fact.TO_STATE)).contains("merged");
        assertThat(facts("run.failed", "").string(Fact.TO_STATE)).contains("aborted");
        assertThat(facts("node.completed", "").string(Fact.TO_STATE)).isEmpty();
    }

    @Test
    void aReplaySaysWhatItRepeatsAndMovesNoTask() {
        JsonObject facts = facts("run.completed", forked(0, "replay"));
        assertThat(facts.string(Fact.REPLAY_OF)).contains("run_0");
        assertThat(facts.has(Fact.TO_STATE)).isFalse();
    }

    @Test
    void aChildMovesNoTask() {
        assertThat(facts("run.completed", ",\"parentRunId\":\"run_0\"").has(Fact.TO_STATE))
                .isFalse();
    }

    @Test
    void aBranchMovesItsTaskFromWhereItLeavesItsSource() {
        assertThat(facts("run.completed", forked(4, "branch")).string(Fact.TO_STATE))
                .contains("merged");
        assertThat(facts("run.started", forked(5, "branch")).has(Fact.TO_STATE)).isFalse();
    }
}
