package dev.waybill.agents.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A supervisor that thinks.
class ModelSupervisorTest {

    private static final String TEAM = """
            {'id':'team','name':'Team','version':'1','nodes':[
            {'id':'editor','typeId':'core.orchestrator.supervisor','name':'e',
            'config':{'prompt':'Write about parcels.','settings':{'workers':['local.acme.desk.writer',{'id':'check','description':'Checks facts.'}]}}},
            {'id':'desk','typeId':'core.dispatch','name':'d','config':{'outputMapping':{'draft':'result'}}}],
            'variables':[{'name':'draft','type':'string','defaultValue':''}],
            'edges':[{'id':'a','sourceNodeId':'editor','targetNodeId':'desk'},{'id':'b','sourceNodeId':'desk','targetNodeId':'editor'}]}""";

    private Stage stage;

    @BeforeEach
    void aTeam() {
        stage = new Stage(Stage.agent("writer", ",'description':'Writes texts.'")).knows(TEAM);
    }

    @Test
    void itSendsAnAgentOfAPackAndEndsWhenTheGoalIsReached() throws InterruptedException {
        Told told =
                run("{'content':{'kind':'next-worker','nextWorkerIds':['local.acme.desk.writer'],'confidence':0.9}}");

        assertThat(told.error()).isEqualTo("none");
        assertThat(told.state().variables().get("draft")).isNotNull();
        assertThat(stage.asked.getFirst().messages().getFirst().text())
                .contains("Write about parcels.", "local.acme.desk.writer: Writes texts.", "check: Checks facts.");
        assertThat(stage.asked.getLast().messages().getLast().text()).contains("\"transcript\":[{", "next-worker");
    }

    /// The mock's program begins anew with each execution, so that every turn would send the same worker: the second
    /// turn is told apart by what it is asked.
    private Told run(String first) throws InterruptedException {
        stage.asks(new dev.waybill.agents.model.ModelProvider() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public dev.waybill.agents.model.ModelAnswer ask(
                    dev.waybill.agents.model.ModelRequest request, dev.waybill.agents.model.ModelCall call)
                    throws InterruptedException {
                String entry = request.messages().getLast().text().contains("\"transcript\":[{")
                        ? "{'content':{'kind':'terminate','reason':'there is a draft'}}"
                        : request.responseFormat() == null ? "{'content':'A draft.'}" : first;
                return new dev.waybill.agents.model.mock.MockModel(
                                "m",
                                dev.waybill.base.json.JsonObject.of(
                                        call.activity().node().node().id(),
                                        dev.waybill.base.json.JsonArray.of(Stage.json(entry))))
                        .ask(request, new dev.waybill.agents.model.ModelCall(call.activity(), call.listener(), 0));
            }
        });
        return stage.rest(stage.start(Stage.ACME, stage.find("team").orElseThrow(), "{}", "{}"));
    }

    @Test
    void whatIsNoDecisionIsRepairedWithinABound() throws InterruptedException {
        RunId run = start(
                "{'content':'Let us see.'}",
                "{'content':{'kind':'next-worker','nextWorkerIds':['stranger']}}",
                "{'content':{'kind':'terminate','reason':'nothing to do'}}");
        Told told = stage.rest(run);

        assertThat(told.error()).isEqualTo("none");
        assertThat(stage.asked).hasSize(3);
        assertThat(stage.asked.get(2).messages().getLast().text()).contains("there is no worker stranger");
    }

    @Test
    void whoComesToNoDecisionLeavesItToAPerson() throws InterruptedException {
        Told told = stage.rest(
                start("{'content':'a'}", "{'content':'b'}", "{'content':'c'}", "{'content':{'kind':'terminate'}}"));

        assertThat(stage.asked).hasSize(3);
        assertThat(told.payload("runOrchestrator.decided").toString())
                .contains("\"kind\":\"escalate\"", "no usable decision");
        assertThat(told.state().interrupts()).hasSize(1);
    }

    @Test
    void aModelThatRefusesLeavesItToAPersonToo() throws InterruptedException {
        Told told = stage.rest(start("{'refusalText':'I will not.'}"));

        assertThat(told.payload("runOrchestrator.decided").toString())
                .contains("\"kind\":\"escalate\"", "would not decide");
    }

    private RunId start(String... says) {
        return stage.says(says).start(Stage.ACME, stage.find("team").orElseThrow(), "{}", "{}");
    }
}
