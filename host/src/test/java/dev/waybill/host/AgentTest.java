package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Refused;
import dev.waybill.journal.Event;
import dev.waybill.testkit.Interop;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents of a program: a prompt on a model, or a function.
class AgentTest {

    @TempDir
    Path directory;

    record Finding(String file, int line, String what) {}

    record Review(List<Finding> findings, double confidence) {}

    record Sum(long total) {}

    record Numbers(long first, long second) {}

    private HostBuilder at() {
        return Host.at(directory.resolve("runs")).keys(directory.resolve("keys"));
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// What the mock says at a node.
    private static JsonObject mock(String node, String entries) {
        return json("{\"models\": {\"mock\": {\"program\": {\"%s\": %s}}}}".formatted(node, entries));
    }

    @Test
    void theModelIsAskedForExactlyTheRecord() throws Exception {
        Workflow review = Workflow.named("review")
                .input("diff", String.class)
                .agent("review", "acme.reviewer", step -> step.variables("diff"));
        try (Host host = at().agent(
                        "acme.reviewer",
                        agent -> agent.prompt("You review code.").result(Review.class))
                .settings(mock("review", """
                        [{"content": {"findings": [{"file": "A.java", "line": 7, "what": "null"}], "confidence": 0.9}}]"""))
                .workflow(review)
                .open()) {
            JsonObject output =
                    host.start("review", json("{\"diff\": \"+ x\"}")).await().output("review", JsonObject.class);

            Review given = Values.read(output.object("result").orElseThrow(), Review.class);
            assertThat(given.findings()).containsExactly(new Finding("A.java", 7, "null"));
        }
    }

    @Test
    void anAnswerOfAnotherShapeIsAskedForOnceMoreAndThenFails() throws Exception {
        try (Host host = at().agent(
                        "acme.reviewer",
                        agent -> agent.prompt("You review code.").result(Review.class))
                .settings(mock("agent", "[{\"content\": \"no JSON\"}, {\"content\": {\"findings\": 3}}]"))
                .open()) {
            Outcome outcome = host.start("acme.reviewer", null).await();

            assertThat(outcome.error())
                    .isNotNull()
                    .satisfies(error -> assertThat(error.code()).isEqualTo("handoff_return_schema_violation"));
        }
    }

    @Test
    void aFunctionOfTheProgramIsAToolOfItsAgents() throws Exception {
        List<Numbers> called = new ArrayList<>();
        try (Host host = at().activity("acme.add", Numbers.class, numbers -> {
                    called.add(numbers);
                    return new Sum(numbers.first() + numbers.second());
                })
                .agent("acme.clerk", agent -> agent.prompt("You add numbers.").tools("openwop:acme.add"))
                .settings(mock("agent", """
                        [{"toolCalls": [{"name": "acme_add", "arguments": {"first": 19, "second": 23}}]},
                         {"content": "It is 42."}]"""))
                .open()) {
            Run run = host.start("acme.clerk", null);
            Outcome outcome = run.await();

            assertThat(outcome.isCompleted())
                    .as(String.valueOf(outcome.error()))
                    .isTrue();
            assertThat(types(run)).contains("agent.toolCalled", "agent.toolReturned", "agent.decided");
            assertThat(called).containsExactly(new Numbers(19, 23));
        }
    }

    @Test
    void aFunctionIsAnAgentWhoseWordsAreHeardAndWhoseThoughtsAreOnTheRecord() throws Exception {
        CountDownLatch listening = new CountDownLatch(1);
        List<String> heard = new ArrayList<>();
        try (Host host = at().agent("acme.poet", (task, voice) -> {
                    listening.await();
                    voice.think("Something about " + task.string("message").orElse("nothing"));
                    voice.say("Roses ");
                    voice.say("are red");
                    return "Roses are red";
                })
                .open()) {
            Run run = host.start("acme.poet", json("{\"message\": \"roses\"}"));
            try (AutoCloseable _ = run.onFrame(frame ->
                    heard.add(frame.kind() + " " + frame.content().asString().orElse("")))) {
                listening.countDown();
                run.await();
            }

            assertThat(run.await().output("agent", JsonObject.class).string("result"))
                    .contains("Roses are red");
            assertThat(heard).containsExactly("reasoning Something about roses", "text Roses ", "text are red");
            assertThat(types(run))
                    .containsSubsequence(
                            "agent.invocation.started",
                            "agent.reasoned",
                            "agent.decided",
                            "agent.invocation.completed");
        }
    }

    @Test
    void anAgentInDoubtAsksAPerson() throws Exception {
        try (Host host = at().agent("acme.judge", (_, _) -> json("{\"verdict\": \"guilty\", \"confidence\": 0.2}"))
                .open()) {
            Run run = host.start("acme.judge", null);
            Optional<PendingQuestion> asked = run.awaitQuestion();

            assertThat(asked).map(PendingQuestion::kind).contains("low-confidence");
            run.answer("agent", "accept", "ada");
            assertThat(run.await().isCompleted()).isTrue();
        }
    }

    @Test
    void aFunctionThatThrowsFailsItsStepAndMayBeTriedAgain() throws Exception {
        Workflow work = Workflow.named("work")
                .agent("try", "acme.shaky", step -> step.retry(1, java.time.Duration.ofMillis(5)));
        List<Integer> attempts = new ArrayList<>();
        try (Host host = at().agent("acme.shaky", (_, _) -> {
                    attempts.add(attempts.size());
                    if (attempts.size() == 1) {
                        throw new java.io.IOException("no network");
                    }
                    return "there";
                })
                .workflow(work)
                .open()) {
            assertThat(host.start("work", null).await().isCompleted()).isTrue();
            assertThat(attempts).hasSize(2);
        }
    }

    @Test
    void theAgentsOfAPackAreThereToo() throws Exception {
        Path crew = Interop.projectRoot().resolve("examples/research-crew");
        try (Host host = at().packs(crew.resolve("pack"))
                .workflow(crew.resolve("crew.json"))
                .open()) {
            assertThat(host.start("research-crew", json("{\"question\": \"Why?\"}"))
                            .await()
                            .isCompleted())
                    .isTrue();
        }
        HostBuilder none = at().packs(directory.resolve("no-packs"));
        assertThatThrownBy(none::open).isInstanceOf(Refused.class).hasMessageContaining("there is no such folder");
    }

    private static List<String> types(Run run) {
        List<String> types = new ArrayList<>();
        try (EventStream events = run.events()) {
            for (Event event : events) {
                types.add(event.type());
            }
        }
        return types;
    }
}
