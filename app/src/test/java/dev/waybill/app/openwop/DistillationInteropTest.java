package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import org.junit.jupiter.api.Test;

/// A memory is summed up within a budget, by a run like any other.
class DistillationInteropTest {

    private static final String DISTILL = JudgedHost.SEAMS + "/memory/distill";

    private final JudgedHost host = JudgedHost.shared();

    private static long number(JsonObject in, String name) {
        return in.get(name) instanceof JsonNumber number ? number.asInteger().orElseThrow() : -1;
    }

    @Test
    void aSummaryStaysWithinItsBudgetOrNothingIsWritten() {
        JudgedHost.Reply done =
                host.post(DISTILL, "{'memoryRef':'judged','tokenBudget':8000}").is(200);
        JsonObject event = done.json().object("event").orElseThrow();
        JsonObject spent = event.object("distillation").orElseThrow();
        assertThat(number(spent, "tokensUsed")).isPositive().isLessThanOrEqualTo(number(spent, "tokenBudget"));
        assertThat(number(event, "sourceCount")).isEqualTo(3);
        Log log = host.log(done.text("runId"));
        assertThat(log.of("memory.compacted").payloads()).containsExactly(event);
        assertThat(log.of("memory.written").events()).hasSize(4);
        JudgedHost.Reply tooShort =
                host.post(DISTILL, "{'memoryRef':'judged','tokenBudget':1}").is(422);
        assertThat(tooShort.text("error")).isEqualTo("token_budget_exceeded");
        host.post(DISTILL, "{'memoryRef':'judged'}").is(400);
    }

    @Test
    void theSameNotesGiveTheSameSummaryAndAReplayTellsIt() {
        String asked = "{'memoryRef':'judged','tokenBudget':500,'sources':['one','two']}";
        JudgedHost.Reply first = host.post(DISTILL, asked).is(200);
        assertThat(host.post(DISTILL, asked).is(200).text("archiveChecksum")).isEqualTo(first.text("archiveChecksum"));
        String run = first.text("runId");
        String replay = host.post("/v1/runs/" + run + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        host.until(replay, "completed");
        assertThat(host.log(replay).of("memory.compacted").payloads())
                .isEqualTo(host.log(run).of("memory.compacted").payloads());
    }

    @Test
    void aSecretThatWasTakenOutDoesNotComeBack() {
        JudgedHost.Reply done = host.post(
                        DISTILL,
                        "{'memoryRef':'judged','tokenBudget':8000,'sources':[{'content':'the key is sk-canary-0123456789'}]}")
                .is(200);
        assertThat(done.body()).doesNotContain("sk-canary");
        assertThat(host.log(done.text("runId")).events().toString()).doesNotContain("sk-canary");
    }

    @Test
    void theIndexIsAFileOfTheWorkspace() {
        JsonObject done = host.post(DISTILL, "{'memoryRef':'judged','tokenBudget':8000,'indexEmitted':true}")
                .is(200)
                .json();
        assertThat(done.get("indexUpdated")).hasToString("true");
        assertThat(host.get("/v1/host/workspace/files/MEMORY-INDEX.json")
                        .is(200)
                        .text("content"))
                .contains(done.object("event").orElseThrow().string("outputId").orElseThrow());
    }
}
