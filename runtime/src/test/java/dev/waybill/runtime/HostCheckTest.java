package dev.waybill.runtime;

import static dev.waybill.runtime.TestHost.definition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.simulator.ModelStore;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A definition is checked with everything that it hands over to, by the start of a run as by the command.
class HostCheckTest {

    private final TestHost host = new TestHost(new ModelStore());

    @Test
    void aWorkflowThatIsNotThereIsAnErrorAtTheNodeThatCallsIt() {
        assertThat(errors(calling("parent", "child"))).singleElement().satisfies(error -> {
            assertThat(error.pointer()).isEqualTo("/nodes/0/config");
            assertThat(error.code()).hasToString("unknown_workflow");
            assertThat(error.message()).contains("child");
        });
        host.knows(single("child", "core.noop"));
        assertThat(errors(calling("parent", "child"))).isEmpty();
    }

    @Test
    void mistakesFurtherDownAreToldAtTheNodeThatLeadsThere() {
        host.knows(calling("child", "grandchild")).knows(single("grandchild", "core.dealy"));

        assertThat(errors(calling("parent", "child"))).singleElement().satisfies(error -> {
            assertThat(error.code()).hasToString("bad_workflow");
            assertThat(error.message()).contains("grandchild", "core.dealy");
        });
    }

    @Test
    void aWorkflowThatCallsItselfIsCheckedOnce() {
        assertThat(errors(calling("ring", "ring"))).isEmpty();
    }

    @Test
    void aStartIsRefusedForTheSameReasons() {
        refused(calling("parent", "child"), RefusalCode.VALIDATION_ERROR, "child");
        refused(
                definition("{'id':'w','name':'W','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate',"
                        + "'config':{'timeoutMs':'1h','actions':'accept'}}]}"),
                RefusalCode.VALIDATION_ERROR,
                "config.timeoutMs",
                "config.actions");
        refused(
                definition("{'id':'w','name':'W','version':'1','nodes':[{'id':'a','typeId':'core.noop'}],"
                        + "'triggers':[{'id':'nightly','type':'event','config':{'eventName':'night'}}]}"),
                RefusalCode.VALIDATION_ERROR,
                "nightly");
        refused(single("w", "core.dealy"), RefusalCode.CAPABILITY_REQUIRED, "core.dealy", "did you mean core.delay?");
    }

    @Test
    void aPlanThatHoldsNoDecisionsIsAMistakeAndNobodysWorker() {
        for (String plan : List.of("[{'kind':'dance'}]", "[5]", "[{'kind':'next-worker','nextWorkerIds':'a'}]", "7")) {
            WorkflowDefinition team = team(plan);
            assertThat(errors(team))
                    .as(plan)
                    .isNotEmpty()
                    .allSatisfy(error -> assertThat(error.pointer()).startsWith("/nodes/0/config/mockDispatchPlan"));
            refused(team, RefusalCode.VALIDATION_ERROR, "mockDispatchPlan");
        }
    }

    private static WorkflowDefinition team(String plan) {
        return definition("{'id':'team','name':'W','version':'1','nodes':[{'id':'boss',"
                + "'typeId':'core.orchestrator.supervisor','config':{'mockDispatchPlan':" + plan
                + "}},{'id':'hands','typeId':'core.dispatch'}]}");
    }

    private void refused(WorkflowDefinition definition, RefusalCode code, String... words) {
        assertThatThrownBy(() -> host.start(definition, JsonObject.EMPTY))
                .isInstanceOfSatisfying(Refused.class, refused -> {
                    assertThat(refused.code()).isEqualTo(code);
                    assertThat(refused).hasMessageContainingAll(words);
                });
    }

    private List<DefinitionError> errors(WorkflowDefinition definition) {
        return new HostCheck(host, NodeTypes.core()).check(definition).errors();
    }

    private static WorkflowDefinition calling(String id, String child) {
        return definition(
                "{'id':'%s','name':'W','version':'1','nodes':[{'id':'call','typeId':'core.subWorkflow',".formatted(id)
                        + "'config':{'workflowId':'%s'}}]}".formatted(child));
    }

    private static WorkflowDefinition single(String id, String type) {
        return definition(
                "{'id':'%s','name':'W','version':'1','nodes':[{'id':'n','typeId':'%s'}]}".formatted(id, type));
    }
}
