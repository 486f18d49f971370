package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.decide.Command;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.StartRequest;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A user with a data directory, keys and two workflows: `order` copies its topic, hands over to `parcel` and asks for
/// an approval. Every command comes a second after the one before.
final class Yard implements DefinitionSource {

    private static final WorkflowDefinition PARCEL = definition("""
            {"id":"parcel","name":"parcel","version":"1","nodes":[
              {"id":"pack","typeId":"core.noop","name":"pack","position":{"x":0,"y":0},"config":{},"inputs":{}}],
             "edges":[],"triggers":[],"variables":[],"metadata":{},"settings":{}}
            """);
    private static final WorkflowDefinition ORDER = definition("""
            {"id":"order","name":"order","version":"1","nodes":[
              {"id":"copy","typeId":"core.identity","name":"copy","position":{"x":0,"y":0},"config":{},
               "inputs":{"value":{"type":"variable","variableName":"topic"}}},
              {"id":"send","typeId":"core.subWorkflow","name":"send","position":{"x":0,"y":0},
               "config":{"workflowId":"parcel"},"inputs":{}},
              {"id":"gate","typeId":"core.approvalGate","name":"gate","position":{"x":0,"y":0},"config":{},
               "inputs":{}}],
             "edges":[{"id":"e1","sourceNodeId":"copy","targetNodeId":"send"},
                      {"id":"e2","sourceNodeId":"send","targetNodeId":"gate"}],
             "triggers":[],"variables":[{"name":"topic","type":"string"}],"metadata":{},"settings":{}}
            """);

    private final Path folder;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private Instant now = Instant.ofEpochSecond(Asked.NOW);

    Yard(Path folder) {
        this.folder = folder;
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        keys("keys");
    }

    private static WorkflowDefinition definition(String json) {
        JsonObject document = JsonReader.readObject(json.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalArgumentException(bad.errors().toString());
        };
    }

    @Override
    public Optional<WorkflowDefinition> find(String id) {
        return id.equals(PARCEL.id()) ? Optional.of(PARCEL) : Optional.empty();
    }

    void keys(String name) {
        variables.put("WAYBILL_KEYS", folder.resolve(name).toString());
    }

    /// The runs lie in a database instead of the data directory.
    void database(String url) {
        variables.remove("WAYBILL_DATA");
        variables.put("WAYBILL_DB", url);
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    String path(String name) {
        return folder.resolve(name).toString();
    }

    /// A run that waits for its approval.
    RunId waiting(String topic) throws InterruptedException {
        return run(topic, false);
    }

    /// A run that was approved and has completed.
    RunId completed(String topic) throws InterruptedException {
        return run(topic, true);
    }

    private RunId run(String topic, boolean approved) throws InterruptedException {
        now = now.plusSeconds(1);
        HostTrouble trouble = new HostTrouble(text -> {
            throw new AssertionError(text);
        });
        Environment environment = environment(new ByteArrayOutputStream(), new ByteArrayOutputStream());
        try (OpenHost open = new Hosts(environment, HostOptions.forNewRuns(), "test").forOwnRuns(this, trouble)) {
            RunId run = open.host()
                    .start(
                            Hosts.OPERATOR,
                            StartRequest.of(
                                    ORDER,
                                    JsonObject.builder().put("topic", topic).build()));
            Rest.await(open, trouble, run);
            if (approved) {
                JsonObject accept = JsonObject.builder().put("action", "accept").build();
                open.host().tell(Hosts.OPERATOR, run, at -> new Command.Answer(at, "gate", accept, "ada", true));
                assertThat(Rest.await(open, trouble, run).isTerminal()).isTrue();
            }
            return run;
        }
    }

    Asked ask(String... words) {
        now = now.plusSeconds(1);
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        ExitCode code = Main.run(environment(out, err), words);
        return new Asked(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    Asked yes(String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked;
    }

    /// A run of this yard waits for its approval.
    Asked waits(String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.NO);
        return asked;
    }

    Environment environment() {
        return environment(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    }

    private Environment environment(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return new Environment(
                new ByteArrayInputStream(new byte[0]),
                Environment.stream(out),
                Environment.stream(err),
                variables,
                () -> now);
    }

    /// Changes the database file behind Waybill's back; gives how many rows that were.
    int damage(String sql) {
        String url = "jdbc:sqlite:" + folder.resolve("data").resolve("waybill.db");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
