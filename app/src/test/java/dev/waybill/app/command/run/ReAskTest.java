package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill replay --re-ask`: the same questions today, or to somebody else.
class ReAskTest {

    @TempDir
    private Path folder;

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private HttpServer provider;

    @BeforeEach
    void listen() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/", exchange -> {
            JsonObject body = JsonReader.readObject(exchange.getRequestBody().readAllBytes(), JsonLimits.DOCUMENT);
            String model = body.string("model").orElseThrow();
            asked.add(model + " " + body.get("messages"));
            String said = model.equals("careful")
                    ? "{\"kind\":\"escalate\",\"reason\":\"not sure\"}"
                    : "{\"kind\":\"terminate\",\"reason\":\"done\"}";
            byte[] answer = """
                    {"id":"c","model":"%s","choices":[{"index":0,"finish_reason":"stop","message":
                     {"role":"assistant","content":%s}}],"usage":{"prompt_tokens":7,"completion_tokens":3}}""".formatted(model, new JsonString(said)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        provider.start();
    }

    @AfterEach
    void stop() {
        provider.stop(0);
        MockPrograms.here().clear();
    }

    private Map<String, String> variables(String more) {
        Map<String, String> variables = new RunDesk(folder).variables();
        variables.put(
                "WAYBILL_MODELS",
                "{\"acme\":{\"wire\":\"openai-chat\",\"url\":\"http://127.0.0.1:%d\",\"models\":[\"bold\",\"careful\"],\"stream\":false}%s}"
                        .formatted(provider.getAddress().getPort(), more));
        return variables;
    }

    private Asked ask(String... words) {
        return Asked.waybill(variables(""), InstantSource.system(), new byte[0], words);
    }

    private String run(String file) {
        Asked done = ask("run", file, "--json");
        assertThat(done.code()).as(done.out() + done.err()).isEqualTo(ExitCode.YES);
        return done.json().string("runId").orElseThrow();
    }

    private String chat() {
        return new RunDesk(folder)
                .workflow(
                        "chat",
                        "",
                        RunDesk.node(
                                "ask",
                                "core.ai.chatCompletion",
                                "{\"provider\":\"mock\",\"model\":\"mock\"}",
                                "{\"messages\":{\"type\":\"static\",\"value\":[{\"role\":\"user\",\"content\":\"hello\"}]}}"));
    }

    private static void stage(String... answers) {
        MockPrograms.here().stage("ask", (JsonArray)
                JsonReader.read("[" + String.join(",", answers) + "]", JsonLimits.DOCUMENT));
    }

    private String planned() {
        return new RunDesk(folder).file("planned.json", """
                {"id":"planned","name":"p","version":"1","nodes":[
                 {"id":"plan","typeId":"core.orchestrator.supervisor",
                  "config":{"prompt":"Reach it.","model":"acme/bold"}},
                 {"id":"work","typeId":"core.dispatch","config":{}}]}""");
    }

    private JsonObject only(Asked report) {
        JsonArray rows = report.json().array("requests").orElseThrow();
        assertThat(rows.items()).hasSize(1);
        return rows.get(0).asObject().orElseThrow();
    }

    @Test
    void theSameAnswerIsEqual() {
        stage("{\"content\":\"hi\"}", "{\"content\":\"hi\"}");
        String run = run(chat());
        Asked report = ask("replay", run, "--re-ask", "--json");

        assertThat(report.code()).as(report.out() + report.err()).isEqualTo(ExitCode.YES);
        JsonObject row = only(report);
        assertThat(row.string("likeness")).contains("equal");
        assertThat(row.string("key")).hasValueSatisfying(key -> assertThat(key).matches("[0-9a-f]{64}"));
        assertThat(ask("replay", run, "--re-ask").out()).contains("mock/mock", "1 request:");
    }

    @Test
    void otherWordsAreEqualInKindAndARefusalIsNot() {
        stage("{\"content\":\"hi\"}", "{\"content\":\"hello\"}", "{\"stopReason\":\"safety\",\"refusalText\":\"no\"}");
        String run = run(chat());
        Asked words = ask("replay", run, "--re-ask", "--json");
        assertThat(words.code()).isEqualTo(ExitCode.YES);
        assertThat(only(words).string("likeness")).contains("equal-in-kind");
        Asked refused = ask("replay", run, "--re-ask", "--json");
        assertThat(refused.code()).isEqualTo(ExitCode.NO);
        assertThat(only(refused).string("likeness")).contains("refused");
    }

    @Test
    void whoDoesNotAnswerIsToldAsSuch() {
        stage("{\"content\":\"hi\"}", "{\"error\":{\"code\":\"model_overloaded\"}}");
        String run = run(chat());
        Asked report = ask("replay", run, "--re-ask");

        assertThat(report.code()).isEqualTo(ExitCode.NO);
        assertThat(report.out()).contains("unanswered", "model_overloaded");
    }

    @Test
    void anotherModelsDecisionIsShownAndTheRunStaysAsItIs() {
        String run = run(planned());
        String before = ask("events", run, "--json").out();
        Asked same = ask("replay", run, "--re-ask", "--json");
        assertThat(same.code()).as(same.out() + same.err()).isEqualTo(ExitCode.YES);
        assertThat(asked).hasSize(2);
        assertThat(asked.get(1)).isEqualTo(asked.get(0));

        Asked other = ask("replay", run, "--re-ask", "--model", "acme/careful");
        assertThat(other.code()).isEqualTo(ExitCode.NO);
        assertThat(other.out()).contains("acme/bold -> acme/careful", "different", "terminate", "escalate");
        assertThat(ask("events", run, "--json").out()).isEqualTo(before);
        assertThat(ask("runs", "--json").json().array("runs").orElseThrow().items())
                .hasSize(1);
    }

    @Test
    void aBranchGoesOnWithTheOtherModelAndItsSourceStaysAsItIs() {
        String run = run(planned());
        String before = ask("events", run, "--json").out();
        Asked other = ask("replay", run, "--re-ask", "--model", "acme/careful", "--branch", "--json");
        assertThat(other.code()).as(other.out() + other.err()).isEqualTo(ExitCode.NO);
        String branch = other.json().string("branchRunId").orElseThrow();

        assertThat(ask("show", branch, "--json").json().string("status")).contains("waiting-approval");
        assertThat(ask("events", branch, "--json").out()).contains("escalate");
        assertThat(ask("events", run, "--json").out()).isEqualTo(before);
        Asked none = ask("replay", run, "--re-ask", "--branch");
        assertThat(none.code()).isEqualTo(ExitCode.YES);
        assertThat(none.out()).contains("no branch");
    }

    @Test
    void budgetsHoldAndWhatTheyLeaveIsTold() {
        String run = run(planned());
        int before = asked.size();
        Asked report = Asked.waybill(
                variables(",\"budgets\":{\"run\":{\"maxCalls\":0}}"),
                InstantSource.system(),
                new byte[0],
                "replay",
                run,
                "--re-ask");
        assertThat(report.code()).isEqualTo(ExitCode.NO);
        assertThat(report.out()).contains("stopped: ");
        assertThat(asked).hasSize(before);
    }

    @Test
    void aModelThatIsNotHereIsRefusedByName() {
        String run = run(planned());
        Asked report = ask("replay", run, "--re-ask", "--model", "nobody/nothing");
        assertThat(report.code()).isEqualTo(ExitCode.NO);
        assertThat(report.err()).contains("nobody/nothing").doesNotContain("\tat ");
    }

    @Test
    void aRequestThatSomebodyHasChangedIsNotSent() throws Exception {
        String run = run(planned());
        int before = asked.size();
        try (var connection = java.sql.DriverManager.getConnection(
                        "jdbc:sqlite:" + folder.resolve("data").resolve("waybill.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(
                            "UPDATE events SET private = CAST(replace(CAST(private AS TEXT), 'Reach it', 'Break it') AS BLOB)"
                                    + " WHERE type = 'provider.usage'"))
                    .isEqualTo(1);
        }
        Asked report = ask("replay", run, "--re-ask");
        assertThat(report.code()).isEqualTo(ExitCode.NO);
        assertThat(report.out()).contains("not-asked", "somebody has changed");
        assertThat(asked).hasSize(before);
    }
}
