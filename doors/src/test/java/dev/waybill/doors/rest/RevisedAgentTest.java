package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// An agent that its critic sends back works again, and what it did then is told apart from what it did
/// before.
class RevisedAgentTest {

    private static final String SEAMS = "/v1/host/sample";

    private final RestDesk desk = new RestDesk(true);

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    private List<String> told(String run, String type, String member) {
        return desk.events(run, type).stream()
                .map(event -> event.object("payload")
                        .orElse(JsonObject.EMPTY)
                        .string(member)
                        .orElseThrow())
                .toList();
    }

    @Test
    void everyCallHasAnIdOfItsOwnAndEveryVerdictNamesOne() {
        desk.post(SEAMS + "/workflows", """
                {'workflowId':'agent','nodes':[{'nodeId':'think','typeId':'core.conformance.mock-agent','config':{
                  'mockToolCalls':[{'toolId':'x:a','result':1},{'toolId':'x:b','result':2}],
                  'mockDecision':{'decision':{'x':1},'confidence':0.9},
                  'verifier':{'over':['tool-calls'],'mockVerdicts':['pass','revise','pass','pass']}}}]}""").is(201);
        String run = desk.start("agent");
        desk.until(run, "completed");
        List<String> called = told(run, "agent.toolCalled", "callId");
        assertThat(called).hasSize(4).doesNotHaveDuplicates();
        assertThat(told(run, "agent.toolReturned", "callId")).containsExactlyElementsOf(called);
        assertThat(told(run, "agent.verified", "target")).containsExactlyElementsOf(called);
        assertThat(told(run, "agent.verified", "verdict")).containsExactly("pass", "revise", "pass", "pass");
    }
}
