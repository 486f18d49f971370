package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Command;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.OrchestratorFact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What OpenWOP's suite asserts about supervisors and their dispatches.
final class SupervisedFixtures {

    private SupervisedFixtures() {}

    static Map<String, OpenWopFixturesInteropTest.Scenario> scenarios() {
        Map<String, OpenWopFixturesInteropTest.Scenario> scenarios = new LinkedHashMap<>();
        scenarios.put("multi-agent-handoff", SupervisedFixtures::handOff);
        scenarios.put("multi-agent-confidence-escalation", SupervisedFixtures::escalation);
        scenarios.put("orchestrator-dispatch", stage -> decides(stage, "next-worker", "terminate"));
        scenarios.put("orchestrator-terminate", stage -> decides(stage, "terminate"));
        scenarios.put("dispatch-loop", stage -> decides(stage, "next-worker", "terminate"));
        scenarios.put("agent-reasoning", SupervisedFixtures::reasoning);
        scenarios.put("agent-low-confidence", SupervisedFixtures::lowConfidence);
        scenarios.put("dispatch-input-mapping", SupervisedFixtures::inputMapping);
        scenarios.put("dispatch-output-mapping", SupervisedFixtures::outputMapping);
        return scenarios;
    }

    private static <F> Stream<F> facts(OpenWopFixturesInteropTest.Stage stage, RunId run, Class<F> type) {
        return stage.host().events(run).stream()
                .map(Event::fact)
                .filter(type::isInstance)
                .map(type::cast);
    }

    private static void decides(OpenWopFixturesInteropTest.Stage stage, String... kinds) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(facts(stage, run, OrchestratorFact.Decided.class))
                .allSatisfy(decided -> assertThat(decided.agentId()).hasSizeGreaterThan(2))
                .extracting(decided -> decided.decision().string("kind").orElseThrow())
                .containsExactly(kinds);
    }

    private static void handOff(OpenWopFixturesInteropTest.Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        List<Event> log = stage.host().events(run);
        List<Event> chain = log.stream()
                .filter(event -> event.type().equals("core.workflowChain.event"))
                .toList();
        assertThat(chain)
                .extracting(event -> phase(event))
                .containsExactly("dispatch.began", "dispatch.succeeded", "child.completed", "output.harvested");
        Event decided = log.stream()
                .filter(event -> event.type().equals("runOrchestrator.decided"))
                .findFirst()
                .orElseThrow();
        assertThat(chain.getFirst().causationId()).isEqualTo(decided.eventId());
        for (int i = 1; i < chain.size(); i++) {
            assertThat(chain.get(i).causationId()).isEqualTo(chain.get(i - 1).eventId());
        }
        assertThat(payload(chain.getLast()).array("harvestedKeys"))
                .contains(JsonArray.ofStrings(List.of("parentResult")));
        assertThat(stage.host().state(run).variables())
                .containsEntry("parentResult", new JsonString("handoff-complete"));
        assertThat(stage.host().state(run).delegation().family())
                .singleElement()
                .satisfies(child -> assertThat(child.status()).isEqualTo(RunStatus.COMPLETED));
    }

    private static JsonObject payload(Event event) {
        return event.fact().payload().asObject().orElseThrow();
    }

    private static String phase(Event event) {
        return payload(event).string("phase").orElseThrow();
    }

    private static void escalation(OpenWopFixturesInteropTest.Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.WAITING_APPROVAL);
        assertThat(facts(stage, run, HandOverFact.ConfidenceEscalated.class))
                .singleElement()
                .satisfies(escalated -> {
                    assertThat(escalated.confidence().doubleValue()).isEqualTo(0.3);
                    assertThat(escalated.floor().doubleValue()).isBetween(0.5, 1.0);
                    assertThat(escalated.originalDecision().string("kind")).contains("next-worker");
                });
        assertThat(facts(stage, run, HandOverFact.HandOver.class)).isEmpty();
        stage.host()
                .host
                .tell(
                        TestHost.ACME,
                        run,
                        at -> new Command.Answer(
                                at,
                                "dispatch",
                                JsonObject.EMPTY.with("action", new JsonString("accept")),
                                "ada",
                                true));
        stage.host().settle();
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(facts(stage, run, HandOverFact.HandOver.class)).isNotEmpty();
    }

    private static void reasoning(OpenWopFixturesInteropTest.Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        List<Event> log = stage.host().events(run);
        assertThat(log)
                .extracting(Event::type)
                .containsSubsequence(
                        "agent.reasoned", "agent.toolCalled", "agent.toolReturned", "agent.handoff", "agent.decided");
        Event called = only(log, "agent.toolCalled");
        Event returned = only(log, "agent.toolReturned");
        assertThat(payload(returned).string("callId")).isEqualTo(payload(called).string("callId"));
        assertThat(returned.causationId()).isEqualTo(called.eventId());
    }

    private static Event only(List<Event> log, String type) {
        List<Event> found =
                log.stream().filter(event -> event.type().equals(type)).toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static void lowConfidence(OpenWopFixturesInteropTest.Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.WAITING_APPROVAL);
        JsonObject suspended = payload(only(stage.host().events(run), "node.suspended"));
        assertThat(suspended.string("reason")).contains("low-confidence");
        assertThat(suspended.string("agentId")).contains("core.conformance.low-conf-decider");
        assertThat(suspended.get("threshold")).isEqualTo(new JsonNumber("0.7"));
        assertThat(suspended.get("observed")).isEqualTo(new JsonNumber("0.5"));
        stage.answer(run, JsonObject.EMPTY.with("action", new JsonString("accept")));
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(facts(stage, run, AgentFact.AgentDecided.class)).hasSize(1);
    }

    private static HandOverFact.NodeDispatched dispatched(OpenWopFixturesInteropTest.Stage stage, RunId run) {
        return facts(stage, run, HandOverFact.NodeDispatched.class).findFirst().orElseThrow();
    }

    private static void inputMapping(OpenWopFixturesInteropTest.Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        HandOverFact.NodeDispatched child = dispatched(stage, run);
        assertThat(child.childWorkflowId()).isEqualTo("conformance-dispatch-input-mapping-child");
        assertThat(stage.host().state(new RunId(child.childRunId())).inputs())
                .isEqualTo(JsonObject.EMPTY.with("childGreeting", new JsonString("Alice")));
    }

    private static void outputMapping(OpenWopFixturesInteropTest.Stage stage) {
        RunId run = stage.start();
        stage.ends(run, RunStatus.COMPLETED);
        assertThat(stage.host().state(run).variables()).containsEntry("parentResult", new JsonString("done"));
    }
}
