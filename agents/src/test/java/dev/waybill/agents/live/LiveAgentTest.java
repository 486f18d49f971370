package dev.waybill.agents.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.ModelAnswer;
import dev.waybill.agents.model.ModelCall;
import dev.waybill.agents.model.ModelProvider;
import dev.waybill.agents.model.ModelRequest;
import dev.waybill.agents.model.mock.MockModel;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InvocationFact.Source;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An agent of a pack at work.
class LiveAgentTest {

    private static final String SCHEMAS = ",'handoff':{'taskSchemaRef':'task.json','returnSchemaRef':'result.json'}";
    private static final String TOOLS = ",'toolAllowlist':['test:weather','test:vault']";
    private static final String RAIN = "{'topic':'rain'}";

    @Test
    void theStoryIsToldInTheOrderOfTheProtocol() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS + SCHEMAS))) {
            Told told = stage.says(
                            "{'reasoning':'I need the weather.','toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}}]}",
                            "{'reasoning':'Now I know.','content':'{\\'answer\\':\\'rain\\'}'}".replace("\\'", "\\\""))
                    .run("writer", RAIN);

            assertThat(told.error()).isEqualTo("none");
            assertThat(told.agentTypes())
                    .containsExactly(
                            "agent.invocation.started",
                            "agent.promptResolved",
                            "agent.reasoning.delta",
                            "agent.reasoned",
                            "agent.reasoning.delta",
                            "agent.reasoned",
                            "agent.toolCalled",
                            "agent.toolReturned",
                            "agent.decided",
                            "agent.invocation.completed");
            assertThat(told.outcome()).isEqualTo("completed");
            assertThat(told.state().variables().get("result")).hasToString("{\"answer\":\"rain\"}");
        }
    }

    @Test
    void theBracketSaysWhoAndHowAndNothingOfWhatWasSaid() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS))) {
            Told told = stage.says("{'content':'The secret answer.'}").run("writer", RAIN);

            JsonObject started = told.payload("agent.invocation.started");
            JsonObject completed = told.payload("agent.invocation.completed");
            assertThat(started.toString())
                    .contains(
                            "\"source\":\"run-api\"",
                            "\"modelClass\":\"writing\"",
                            "\"resolvedModel\":\"test-model\"",
                            "\"resolvedProvider\":\"test-provider\"",
                            "\"resolvedAgentVersion\":\"1.2.0\"",
                            "\"toolSurfaceCount\":2");
            assertThat(completed.get("invocationId")).isEqualTo(started.get("invocationId"));
            assertThat(started.toString() + completed)
                    .doesNotContain("rain", "secret", "You are", "prompt", "result", "input", "output", "token");
            assertThat(told.payload("agent.promptResolved").toString())
                    .contains("agent-intrinsic", "\"resolved\":\"local.acme.desk@1.2.0:inline\"")
                    .doesNotContain("You are");
        }
    }

    @Test
    void threeWaysInGiveOneFamily() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS))) {
            stage.says(
                    "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}}]}", "{'content':'Rain.'}");
            List<List<String>> families = new ArrayList<>();
            for (Source source : Source.values()) {
                Told told = stage.rest(stage.start(source, "writer", RAIN));
                assertThat(told.payload("agent.invocation.started").string("source"))
                        .contains(source.wire());
                families.add(family(told));
            }
            stage.knows("""
                    {'id':'report','name':'Report','version':'1','variables':[{'name':'topic','type':'string'}],'nodes':[
                    {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.writer'},
                    'inputs':{'topic':{'type':'variable','variableName':'topic'}}}]}""");
            Told node = stage.rest(stage.start(Stage.ACME, stage.find("report").orElseThrow(), RAIN, "{}"));
            assertThat(node.payload("agent.invocation.started").string("source"))
                    .contains("workflow-node");
            families.add(family(node));

            assertThat(families).allMatch(families.getFirst()::equals);
        }
    }

    private static List<String> family(Told told) {
        return told.events().stream()
                .filter(event -> event.type().startsWith("agent."))
                .map(event -> event.type()
                        + event.fact().payload().asObject().orElseThrow().without("source"))
                .toList();
    }

    @Test
    void aTaskThatDoesNotFitIsRefusedBeforeAnybodyIsAsked() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", SCHEMAS))) {
            Told told = stage.run("writer", "{'subject':'rain'}");

            assertThat(told.error()).isEqualTo("handoff_task_schema_violation");
            assertThat(told.outcome()).isEqualTo("failed");
            assertThat(stage.asked).isEmpty();
        }
    }

    @Test
    void aResultThatDoesNotFitIsAskedForOnceMoreAndThenFails() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", SCHEMAS))) {
            Told told = stage.says(
                            "{'content':'just words'}", "{'content':{'reply':'x'}}", "{'content':{'answer':'late'}}")
                    .run("writer", RAIN);

            assertThat(told.error()).isEqualTo("handoff_return_schema_violation");
            assertThat(told.payload("agent.invocation.completed").toString())
                    .contains("\"outcome\":\"failed\"", "\"schemaValidated\":false");
            assertThat(stage.asked).hasSize(2);
            assertThat(told.state().variables()).doesNotContainKey("result");
            assertThat(stage.says("{'content':'just words'}", "{'content':{'answer':'in time'}}")
                            .run("writer", RAIN)
                            .error())
                    .isEqualTo("none");
        }
    }

    @Test
    void whatAnAgentIsNotSureOfAPersonDecides() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", SCHEMAS + ",'confidence':{'defaultThreshold':0.8}"))) {
            stage.says("{'content':{'answer':'rain','confidence':0.79}}");
            RunId run = stage.start(Source.RUN_API, "writer", RAIN);
            Told waiting = stage.rest(run);

            assertThat(waiting.state().interrupts().values().iterator().next().kind())
                    .isEqualTo("low-confidence");
            assertThat(waiting.outcome()).isEqualTo("escalated");
            Told told = stage.answer(run, "{'action':'accept'}");
            assertThat(told.state().variables().get("result")).hasToString("{\"answer\":\"rain\",\"confidence\":0.79}");
            assertThat(stage.asked).as("the model is not asked again").hasSize(1);
            assertThat(told.agentTypes())
                    .endsWith("agent.invocation.completed")
                    .containsOnlyOnce("agent.invocation.completed");

            RunId other = stage.start(Source.RUN_API, "writer", RAIN);
            stage.rest(other);
            assertThat(stage.answer(other, "{'action':'reject'}").error()).isEqualTo("low_confidence_rejected");
            RunId third = stage.start(Source.RUN_API, "writer", RAIN);
            stage.rest(third);
            assertThat(stage.answer(third, "{'action':'edit-accept','editedArtifactData':{'wrong':1}}")
                            .error())
                    .isEqualTo("handoff_return_schema_violation");
        }
    }

    @Test
    void exactlyAsSureAsAskedForIsSureEnoughAndTheRunMayAskForMore() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", SCHEMAS + ",'confidence':{'defaultThreshold':0.8}"))) {
            stage.says("{'content':{'answer':'rain','confidence':0.8}}");
            assertThat(stage.run("writer", RAIN).outcome()).isEqualTo("completed");
            assertThat(stage.rest(stage.start(Stage.ACME, stage.graph("writer"), RAIN, "{'escalationThreshold':0.9}"))
                            .outcome())
                    .isEqualTo("escalated");
        }
    }

    @Test
    void anAgentRemembersForItsOwnTenantOnlyAndNoSecrets() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", ",'memoryShape':{'longTerm':true}"))) {
            stage.says("{'content':'It rained in Bern.'}");
            Told first = stage.run("writer", RAIN);
            assertThat(first.payload("memory.written").toString())
                    .contains("agents/local.acme.desk.writer")
                    .doesNotContain("Bern");
            assertThat(first.payload("agent.invocation.started").toString()).contains("\"memoryBound\":true");

            stage.run("writer", "{'topic':'snow'}");
            assertThat(stage.asked.getLast().messages().getFirst().text())
                    .contains("It rained in Bern.", "not instructions");
            stage.rest(stage.start(Stage.GLOBEX, stage.graph("writer"), RAIN, "{}"));
            assertThat(stage.asked.getLast().messages().getFirst().text()).doesNotContain("Bern");
        }
    }

    @Test
    void aConversationGoesOnWhereItWas() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("chat", ",'memoryShape':{'conversation':true}"))) {
            stage.says("{'content':'Hello Ada.'}");
            stage.rest(stage.start(Source.CHAT_MENTION, "chat", "{'message':'I am Ada','conversationId':'c-1'}"));
            stage.rest(stage.start(Source.CHAT_MENTION, "chat", "{'message':'Who am I?','conversationId':'c-1'}"));

            assertThat(stage.asked.getLast().messages().stream()
                            .map(message -> message.text())
                            .toList())
                    .containsExactly("You are chat.", "I am Ada", "Hello Ada.", "Who am I?");
        }
    }

    @Test
    void whatIsTooLongToRememberIsNotCutInsideACharacter() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("chat", ",'memoryShape':{'conversation':true}"))) {
            stage.says("{'content':'!%s'}".formatted("😀".repeat(3_000)));
            Told told = stage.rest(stage.start(Source.CHAT_MENTION, "chat", "{'message':'hi','conversationId':'c-1'}"));
            assertThat(told.error()).isEqualTo("none");
        }
    }

    @Test
    void aToolsLongAnswerIsNotCutInsideACharacter() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS))) {
            Told told = stage.toolSays("!" + "😀".repeat(40_000))
                    .says(
                            "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}}]}",
                            "{'content':'Rain.'}")
                    .run("writer", RAIN);
            assertThat(told.error()).isEqualTo("none");
            assertThat(stage.asked
                            .getLast()
                            .messages()
                            .getLast()
                            .toolResults()
                            .getFirst()
                            .content())
                    .endsWith("😀\n[cut: the answer has 80001 characters]");
        }
    }

    @Test
    void aRunMayAskForLessOfItsModelsReasoningOrNone() throws InterruptedException {
        String thinks = "{'reasoning':'" + "I weigh it. ".repeat(200) + "','content':'rain'}";
        for (String wanted : List.of("off", "summary", "full")) {
            try (Stage stage = new Stage(Stage.agent("writer", ""))) {
                Told told = stage.says(thinks)
                        .rest(stage.start(
                                Stage.ACME,
                                stage.graph("writer"),
                                RAIN,
                                "{'reasoningVerbosity':'%s'}".formatted(wanted)));
                if (wanted.equals("off")) {
                    assertThat(told.agentTypes()).doesNotContain("agent.reasoned", "agent.reasoning.delta");
                } else {
                    JsonObject reasoned = told.payload("agent.reasoned");
                    assertThat(reasoned.string("verbosity")).contains(wanted);
                    assertThat(reasoned.toString().length() > 2_000).isEqualTo(wanted.equals("full"));
                }
            }
        }
    }

    @Test
    void aRunMayAskForAnotherPromptAndTheRecordSaysWhere() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", ""))) {
            Told told = stage.rest(stage.start(
                    Stage.ACME, stage.graph("writer"), RAIN, "{'promptOverrides':{'system':'prompt:stern'}}"));

            assertThat(stage.asked.getLast().messages().getFirst().text()).isEqualTo("You are stern.");
            assertThat(told.payload("agent.promptResolved").toString())
                    .contains(
                            "{\"layer\":\"run-configurable\",\"source\":\"prompt:stern@1.0.0\",\"applied\":true}",
                            "\"resolved\":\"prompt:stern@1.0.0\"");
        }
    }

    @Test
    void everyCallOfAToolIsOnTheRecordWithTheDigestOfWhatItWasGiven() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS))) {
            Told told = stage.says(
                            "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}},{'id':'c2','name':'weather','arguments':{}}]}",
                            "{'content':'Rain.'}")
                    .run("writer", RAIN);

            List<String> calls = told.events().stream()
                    .filter(event -> event.type().startsWith("agent.tool"))
                    .map(event -> event.fact().payload().toString())
                    .toList();
            assertThat(calls).hasSize(4);
            assertThat(calls.getFirst())
                    .contains("\"toolName\":\"test:weather\"", "\"inputs\":{\"city\":\"Bern\"}")
                    // SHA-256 of {"city":"Bern"}
                    .contains("\"argsHash\":\"sha256:" + digest("{\"city\":\"Bern\"}"));
            assertThat(calls.get(1)).contains("\"status\":\"ok\"", "temperature");
            assertThat(calls.get(3)).contains("\"status\":\"error\"", "tool_arguments_invalid");
            assertThat(stage.called).as("what does not fit is not called").hasSize(1);
            Event returned = told.events().stream()
                    .filter(event -> event.type().equals("agent.toolReturned"))
                    .findFirst()
                    .orElseThrow();
            Event call = told.events().stream()
                    .filter(event -> event.type().equals("agent.toolCalled"))
                    .findFirst()
                    .orElseThrow();
            assertThat(returned.causationId()).isEqualTo(call.eventId());
        }
    }

    private static String digest(String text) {
        return dev.waybill.base.Digest.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .hex();
    }

    @Test
    void aSecretOfTheRunIsNeitherInTheRecordNorInTheDigest() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS))) {
            stage.says(
                            "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'hunter2hunter2'}}]}",
                            "{'reasoning':'it is hunter2hunter2','content':'Done.'}")
                    .knows("""
                    {'id':'report','name':'Report','version':'1',
                    'variables':[{'name':'password','type':'string','sensitive':true}],'nodes':[
                    {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.writer'}}]}""");
            Told told = stage.rest(
                    stage.start(Stage.ACME, stage.find("report").orElseThrow(), "{'password':'hunter2hunter2'}", "{}"));

            assertThat(told.events().stream()
                            .filter(event -> event.type().startsWith("agent."))
                            .map(event -> event.fact().payload().toString()))
                    .noneMatch(payload -> payload.contains("hunter2"))
                    .anyMatch(payload -> payload.contains("[REDACTED:password]"));
            assertThat(stage.called).singleElement().asString().contains("hunter2hunter2");
        }
    }

    /// What a retry finds kept, it does not do again.
    @Test
    void aModelThatFailsInTheMiddleRepeatsNoToolThatWasRecorded() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", TOOLS))) {
            stage.says(
                            "{'toolCalls':[{'id':'c1','name':'weather','arguments':{'city':'Bern'}}]}",
                            "{'error':{'code':'model_overloaded','message':'busy'}}")
                    .knows("""
                    {'id':'report','name':'Report','version':'1','nodes':[
                    {'id':'agent','typeId':'core.agents.run','name':'w','agent':{'agentId':'local.acme.desk.writer'},
                    'settings':{'maxRetries':2,'retryDelayMs':1}}]}""");
            RunId run = stage.start(Stage.ACME, stage.find("report").orElseThrow(), RAIN, "{}");
            for (int i = 0; i < 500 && stage.asked.size() < 3; i++) {
                Thread.sleep(10);
            }
            stage.says("{}", "{'content':'Rain.'}");
            Told told = stage.rest(run);

            assertThat(stage.called).hasSize(1);
            assertThat(told.events().stream().map(Event::type)).contains("node.retried");
            assertThat(told.error()).isIn("none", "model_overloaded");
        }
    }

    /// The operator fills the class with another model while the run is at work: the run keeps the one that it was
    /// first given, and the next run gets the new one.
    @Test
    void theModelOfARunStaysTheSame() throws InterruptedException {
        try (Stage stage = new Stage(Stage.agent("writer", "")).knows("""
                {'id':'twice','name':'Twice','version':'1','nodes':[
                {'id':'a','typeId':'core.agents.run','name':'a','agent':{'agentId':'local.acme.desk.writer'}},
                {'id':'b','typeId':'core.agents.run','name':'b','agent':{'agentId':'local.acme.desk.writer'}}],
                'edges':[{'id':'e','sourceNodeId':'a','targetNodeId':'b'}]}""")) {
            stage.asks(new ModelProvider() {
                @Override
                public String name() {
                    return "test";
                }

                @Override
                public ModelAnswer ask(ModelRequest request, ModelCall call) throws InterruptedException {
                    stage.general("newer-model");
                    return new MockModel("m", JsonObject.EMPTY).ask(request, call);
                }
            });
            stage.rest(stage.start(Stage.ACME, stage.find("twice").orElseThrow(), "{}", "{}"));

            assertThat(stage.asked).extracting(ModelRequest::model).containsExactly("test-model", "test-model");
            stage.run("writer", RAIN);
            assertThat(stage.asked.getLast().model()).isEqualTo("newer-model");
        }
    }
}
