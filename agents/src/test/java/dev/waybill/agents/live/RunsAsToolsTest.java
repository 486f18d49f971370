package dev.waybill.agents.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InvocationFact.Source;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.testkit.Until;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Agents whose tools are other workflows and other agents.
class RunsAsToolsTest {

    private static final String ECHO = """
            {'id':'echo','name':'Echo','version':'1','variables':[{'name':'text','type':'string','required':true},
            {'name':'password','type':'string','sensitive':true,'defaultValue':'hunter2hunter2'}],'nodes':[
            {'id':'same','typeId':'core.identity','name':'s','inputs':{'text':{'type':'variable','variableName':'text'}}}]}""";
    private static final String HOLD = """
            {'id':'hold','name':'Hold','version':'1','nodes':[{'id':'gate','typeId':'core.approvalGate','name':'g','config':{'title':'Go on?'}}]}""";
    private static final String TOOLS =
            ",'toolAllowlist':['workflow:echo','workflow:hold','agent:local.acme.desk.clerk','agent:local.acme.desk.boss','test:weather']";

    private static Stage stage() {
        return new Stage(Stage.agent("boss", TOOLS), Stage.agent("clerk", ""))
                .knows(ECHO)
                .knows(HOLD);
    }

    private static String call(String id, String tool, String arguments) {
        return "{'id':'%s','name':'%s','arguments':%s}".formatted(id, tool, arguments);
    }

    private static RunId firstChild(Stage stage, RunId run) {
        return Until.seen(() -> stage.children(run), children -> !children.isEmpty())
                .getFirst();
    }

    @Test
    void aWorkflowIsCalledAsAChildRunAndItsEndIsTheToolsReturn() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script(
                    "boss",
                    "{'toolCalls':[" + call("c1", "echo", "{'text':'hello'}") + "]}",
                    "{'content':'It said hello.'}");
            RunId run = stage.start(Source.RUN_API, "boss", "{'message':'go'}");
            Told told = stage.rest(run);

            assertThat(told.error()).isEqualTo("none");
            assertThat(stage.asked.getLast().messages().getLast().toolResults())
                    .singleElement()
                    .satisfies(back -> assertThat(back.content())
                            .contains("\"text\":\"hello\"")
                            .doesNotContain("hunter2"));
            assertThat(stage.children(run)).hasSize(1);
            assertThat(told.events().stream().map(Event::type))
                    .containsSubsequence(
                            "node.started",
                            "core.workflowChain.event",
                            "node.dispatched",
                            "core.workflowChain.event",
                            "node.resumed",
                            "agent.invocation.started",
                            "agent.toolCalled",
                            "agent.toolReturned",
                            "agent.invocation.completed",
                            "node.completed");
            assertThat(told.payload("agent.toolReturned").toString()).contains("\"status\":\"ok\"");
            assertThat(told.agentTypes()).doesNotContain("agent.handoff");
        }
    }

    @Test
    void anAgentIsCalledWithItsTaskAndTheProtocolsHandoffIsTold() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script(
                            "boss",
                            "{'toolCalls':[" + call("c1", "local_acme_desk_clerk", "{'message':'count'}") + "]}",
                            "{'content':'Three.'}")
                    .script("clerk", "{'content':'One, two, three.'}");
            RunId run = stage.start(Source.RUN_API, "boss", "{'message':'go'}");
            Told told = stage.rest(run);

            assertThat(told.error()).isEqualTo("none");
            assertThat(stage.asked
                            .getLast()
                            .messages()
                            .getLast()
                            .toolResults()
                            .getFirst()
                            .content())
                    .isEqualTo("One, two, three.");
            assertThat(told.payload("agent.handoff").toString())
                    .contains("local.acme.desk.boss", "local.acme.desk.clerk");
            assertThat(told.agentTypes()).endsWith("agent.decided", "agent.handoff", "agent.invocation.completed");
            Told child = stage.rest(stage.children(run).getFirst());
            assertThat(child.agentTypes())
                    .startsWith("agent.invocation.started")
                    .contains("agent.invocation.completed");
        }
    }

    @Test
    void severalGoAtOnceBesideAnOrdinaryToolAndComeBackInTheOrderOfTheCalls() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script(
                            "boss",
                            "{'toolCalls':[" + call("c1", "local_acme_desk_clerk", "{'message':'a'}") + ","
                                    + call("c2", "weather", "{'city':'Bern'}") + ","
                                    + call("c3", "echo", "{'text':'b'}") + "]}",
                            "{'content':'Done.'}")
                    .script("clerk", "{'content':'A.'}");
            Told told = stage.run("boss", "{'message':'go'}");

            assertThat(told.error()).isEqualTo("none");
            assertThat(stage.asked.getLast().messages().getLast().toolResults())
                    .extracting(back -> back.id())
                    .containsExactly("c1", "c2", "c3");
            assertThat(stage.called).as("the ordinary tool is called once").hasSize(1);
            assertThat(told.events().stream()
                            .map(Event::fact)
                            .map(RunEvent::type)
                            .filter("agent.toolCalled"::equals))
                    .hasSize(3);
        }
    }

    @Test
    void aRunThatCannotBeginOrFailsIsToldToTheModel() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script(
                    "boss",
                    "{'toolCalls':[" + call("c1", "echo", "{'word':'x'}") + "]}",
                    "{'content':'It did not work.'}");
            Told told = stage.run("boss", "{'message':'go'}");

            assertThat(told.error()).isEqualTo("none");
            assertThat(stage.asked.getLast().messages().getLast().toolResults())
                    .singleElement()
                    .satisfies(back -> {
                        assertThat(back.isError()).isTrue();
                        assertThat(back.content()).contains("tool_arguments_invalid");
                    });
        }
    }

    /// Each calls itself as a tool, for ever: the limits of the family end it, and every one of them comes to an end.
    @Test
    void anAgentThatCallsItselfComesToTheLimitOfItsFamily() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script(
                    "boss",
                    "{'toolCalls':[" + call("c1", "local_acme_desk_boss", "{'message':'again'}") + "]}",
                    "{'content':'Enough.'}");
            RunId run = stage.start(Source.RUN_API, "boss", "{'message':'go'}");
            Told told = stage.rest(run);

            assertThat(told.error()).isEqualTo("none");
            RunId deepest = run;
            int depth = 0;
            while (!stage.children(deepest).isEmpty()) {
                deepest = stage.children(deepest).getFirst();
                depth++;
            }
            assertThat(depth).isBetween(2, 64);
            assertThat(stage.events(deepest).stream().map(Event::type)).contains("cap.breached");
            assertThat(stage.events(deepest).toString()).contains("sub-workflow-depth");
        }
    }

    @Test
    void aCancelReachesTheChild() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script("boss", "{'toolCalls':[" + call("c1", "hold", "{}") + "]}", "{'content':'Never.'}");
            RunId run = stage.start(Source.RUN_API, "boss", "{'message':'go'}");
            RunId child = firstChild(stage, run);
            stage.rest(child);
            stage.cancel(run);
            Told told = stage.rest(run);

            assertThat(told.events().getLast().type()).isEqualTo("run.cancelled");
            assertThat(stage.events(child).getLast().type()).isEqualTo("run.cancelled");
            assertThat(stage.asked).as("nobody goes on with it").hasSize(1);
        }
    }

    /// A person takes as long as a person takes; meanwhile nothing runs, and the model is not asked again.
    @Test
    void aChildThatAsksAPersonIsWaitedFor() throws InterruptedException {
        try (Stage stage = stage()) {
            stage.script("boss", "{'toolCalls':[" + call("c1", "hold", "{}") + "]}", "{'content':'Approved.'}");
            RunId run = stage.start(Source.RUN_API, "boss", "{'message':'go'}");
            RunId child = firstChild(stage, run);
            stage.rest(child);
            assertThat(stage.state(run).isTerminal()).isFalse();
            assertThat(stage.asked).hasSize(1);
            stage.answer(child, "{'action':'accept'}");
            Told told = stage.rest(run);

            assertThat(told.error()).isEqualTo("none");
            assertThat(told.outcome()).isEqualTo("completed");
            assertThat(stage.asked).hasSize(2);
        }
    }

    @Test
    void whatIsNotOnTheListIsNoToolWhateverTheHostHas() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("boss", ",'toolAllowlist':['test:weather']")).knows(ECHO)) {
            stage.script(
                    "boss", "{'toolCalls':[" + call("c1", "workflow:echo", "{'text':'x'}") + "]}", "{'content':'No.'}");
            RunId run = stage.start(Source.RUN_API, "boss", "{'message':'go'}");
            Told told = stage.rest(run);

            assertThat(stage.children(run)).isEmpty();
            assertThat(told.agentTypes()).doesNotContain("agent.toolCalled");
        }
    }

    @Test
    void aSecretOfTheCallerDoesNotTravel() throws InterruptedException {
        try (Stage stage = stage().knows("""
                {'id':'report','name':'Report','version':'1',
                'variables':[{'name':'password','type':'string','sensitive':true}],'nodes':[
                {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.boss'}}]}""")) {
            stage.script(
                    "boss",
                    "{'toolCalls':[" + call("c1", "echo", "{'text':'it is s3cr3t-s3cr3t'}") + "]}",
                    "{'content':'Done.'}");
            RunId run =
                    stage.start(Stage.ACME, stage.find("report").orElseThrow(), "{'password':'s3cr3t-s3cr3t'}", "{}");
            stage.rest(run);

            List<Event> child = stage.events(stage.children(run).getFirst());
            assertThat(child.toString()).doesNotContain("s3cr3t").contains("[REDACTED:password]");
        }
    }
}
