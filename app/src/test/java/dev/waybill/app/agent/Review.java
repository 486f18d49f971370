package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.util.LinkedHashMap;
import java.util.Map;

/// A walk through `mr-review-workflow` with the requests that the contract gives as examples, its Appendix A included.
///
/// @param agent who sends them
record Review(ForeignAgent agent) {

    private static final String START = """
            {"workflowId":"mr-review-workflow","context":{"ticketId":"AUTH-1234","complexity":"Standard"}}""";

    private static final String NOTES =
            "Completed phase 0. MR is Standard complexity; focus on DI wiring and tool " + "contract correctness.";

    private static final String TRIAGE = """
            {"context":{"ticketId":"AUTH-1234","complexity":"Standard"},
             "output":{"kind":"mr_review.phase_0_triage",
              "review":{"mrTitle":"fix(di): explicitly wire MCP description provider","classification":"Standard",
               "focusAreas":["tool contract correctness","DI wiring","agent usability"]},
              "revisionLogEntry":"Triage completed; created review session and established focus areas."}}""";

    private static final String CHANGED_FILES = """
            {"output":{"kind":"mr_review.changed_files","changedFiles":[
              {"path":"src/mcp/tool-description-provider.ts",
               "summary":"Remove debug log; ensure provider wiring is explicit","risk":"L"},
              {"path":"src/di/container.ts","summary":"Wire description provider in composition root","risk":"M"}]}}""";

    private static final String FINDINGS = """
            {"output":{"kind":"mr_review.findings","findings":[
              {"severity":"Major","location":{"file":"src/mcp/tool-descriptions.ts","line":79},
               "title":"Tool description drift: mentions completedSteps but tool uses state/event",
               "rationale":"Agents will send the wrong shape and fail the tool boundary contract.",
               "suggestion":"Update authoritative and standard descriptions to match the current schema."}],
             "mrComments":[
              {"location":{"file":"src/mcp/tool-descriptions.ts","line":79},
               "title":"Fix workflow_next tool description drift",
               "body":"The description references completedSteps, but the tool input schema now expects state + \
            optional event. This mismatch will cause agent misuse; please update descriptions to match the current \
            contract."}]}}""";

    /// Looks, begins, goes back, and goes on to the end.
    ///
    /// @return the run
    String walk() throws Exception {
        looksAround();
        Answer start = call("workflow_start", json(START));
        assertThat(start.stepId()).isEqualTo("phase-0-triage");
        assertThat(start.structured().object("pending").orElseThrow().get("requireConfirmation"))
                .isEqualTo(JsonBool.TRUE);
        assertThat(start.structured().object("session").orElseThrow().string("sessionId"))
                .contains("AUTH-1234");
        Answer branch = rewinds(start);
        Answer end = goesOn(branch);
        assertThat(end.structured().get("pending")).isEqualTo(JsonNull.NULL);
        assertThat(end.structured().get("ackToken")).isEqualTo(JsonNull.NULL);
        assertThat(end.structured().string("stateToken").orElseThrow()).startsWith("st.v1.");
        assertThat(end.runId()).startsWith("run_").isEqualTo(start.runId());
        return end.runId();
    }

    private void looksAround() throws Exception {
        assertThat(agent.tools().array("tools").orElseThrow().items())
                .extracting(tool -> tool.asObject().orElseThrow())
                .allMatch(tool -> tool.object("inputSchema").isPresent()
                        && tool.object("outputSchema").isPresent())
                .extracting(tool -> tool.string("name").orElseThrow())
                .containsExactly("workflow_list", "workflow_inspect", "workflow_start", "workflow_advance");
        assertThat(call("workflow_list", JsonObject.EMPTY).structured().toString())
                .contains("\"mr-review-workflow\"");
        assertThat(call("workflow_inspect", json("{\"workflowId\":\"mr-review-workflow\"}"))
                        .structured()
                        .toString())
                .contains("phase-0-triage", "phase-4-handoff");
    }

    /// The older token is used again with other words, which opens a branch; the earlier answer stays what it was.
    private Answer rewinds(Answer start) throws Exception {
        JsonObject first = start.acknowledged(NOTES);
        Answer next = call("workflow_advance", first);
        assertThat(next.stepId()).isEqualTo("phase-1-context");
        assertThat(next.isForked()).isFalse();
        Answer branch = call("workflow_advance", start.acknowledged(json(TRIAGE)));
        assertThat(branch.stepId()).isEqualTo("phase-1-context");
        assertThat(branch.isForked()).as(branch.text()).isTrue();
        assertThat(call("workflow_advance", first)).isEqualTo(next);
        return branch;
    }

    private Answer goesOn(Answer from) throws Exception {
        Map<String, String> outputs = new LinkedHashMap<>();
        outputs.put("phase-1-context", CHANGED_FILES);
        outputs.put("phase-2-findings", FINDINGS);
        Answer at = from;
        while (!at.isComplete()) {
            String output = outputs.remove(at.stepId());
            at = call(
                    "workflow_advance",
                    output == null ? at.acknowledged("Done: " + at.stepId()) : at.acknowledged(json(output)));
            assertThat(at.structured().has("blocked")).as(at.text()).isFalse();
        }
        assertThat(outputs).isEmpty();
        return at;
    }

    private Answer call(String tool, JsonObject arguments) throws Exception {
        return agent.call(tool, arguments).good();
    }

    private static JsonObject json(String text) {
        return JsonReader.read(text, JsonLimits.DOCUMENT).asObject().orElseThrow();
    }
}
