package dev.waybill.app.command.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.host.GuidedOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.OpenGuide;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A person at a prompt and an agent at the tools, on one data directory; time passes when it is told to.
final class GuidedDesk implements InstantSource, GuidedCatalog {

    /// Three steps; the second cannot do without notes.
    static final String FLOW = """
            {'id':'test-flow','name':'Test flow','description':'A flow for tests.','version':'1.0.0','steps':[
            {'id':'look-around','title':'Look around','prompt':'Look at {{place}}.'},
            {'id':'write-down','title':'Write it down','prompt':'Write.','notesOptional':false},
            {'id':'finish-up','title':'Finish up','prompt':'Finish.'}]}""";

    /// One step, in two rounds.
    static final String LOOP = """
            {'id':'loop-flow','name':'Loop flow','description':'A loop for tests.','version':'1.0.0','steps':[
            {'id':'rounds','type':'loop','title':'Rounds','loop':{'type':'for','count':2,'maxIterations':5},
            'body':[{'id':'try-it','title':'Try it','prompt':'Try.'}]}]}""";

    private final Path folder;
    private final String flow;
    private Instant now = Instant.parse("2026-11-16T10:00:00Z");

    GuidedDesk(Path folder) {
        this(folder, FLOW);
    }

    /// @param flow the workflow `test-flow`
    GuidedDesk(Path folder, String flow) {
        this.folder = folder;
        this.flow = flow;
    }

    static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    /// The members of a list that are objects.
    static List<JsonObject> objects(JsonObject json, String name) {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonValue value : json.array(name).orElseThrow()) {
            objects.add(value.asObject().orElseThrow());
        }
        return objects;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    @Override
    public List<GuidedWorkflow> workflows() {
        return List.of(compiled(LOOP), compiled(flow));
    }

    private static GuidedWorkflow compiled(String source) {
        return switch (GuidedCompiler.bundled().compile(json(source))) {
            case GuidedRead.Ok ok -> ok.workflow();
            case GuidedRead.Bad bad -> throw new AssertionError(bad.errors());
        };
    }

    @Override
    public List<Broken> broken() {
        return List.of();
    }

    GuidedAnswer start(String context) {
        return start("local", "test-flow", context);
    }

    /// Begins inside a step of another run.
    GuidedAnswer startInside(String run, String step) {
        JsonObject request =
                json("{'workflowId':'test-flow','parent':{'runId':'%s','stepId':'%s'}}".formatted(run, step));
        return tools(tools -> tools.start(request, agent("local")));
    }

    GuidedAnswer start(String tenant, String workflowId, String context) {
        JsonObject request = JsonObject.builder()
                .put("workflowId", workflowId)
                .put("context", json(context))
                .build();
        return tools(tools -> tools.start(request, agent(tenant)));
    }

    private static Client agent(String tenant) {
        return new Client(new Caller(tenant, "someone", Scope.ALL), "test-agent", JsonObject.EMPTY);
    }

    /// Acknowledges what an answer left pending.
    GuidedAnswer advance(GuidedAnswer at, String notes) {
        JsonObject.Builder request =
                JsonObject.builder().put("stateToken", text(at, "stateToken")).put("ackToken", text(at, "ackToken"));
        if (!notes.isEmpty()) {
            request.put(
                    "output", JsonObject.builder().put("notesMarkdown", notes).build());
        }
        JsonObject built = request.build();
        return tools(tools -> tools.advance(built, agent("local")));
    }

    private GuidedAnswer tools(Function<GuidedService, GuidedAnswer> call) {
        pass(Duration.ofSeconds(1));
        try (RunStore store = store()) {
            Environment environment = new Environment(
                    InputStream.nullInputStream(),
                    Environment.stream(OutputStream.nullOutputStream()),
                    Environment.stream(OutputStream.nullOutputStream()),
                    variables(),
                    this);
            return call.apply(OpenGuide.tools(
                    environment,
                    store,
                    OpenGuide.runs(environment, store, HostOptions.forNewRuns().receipts()),
                    new GuidedOptions(),
                    this,
                    trouble -> {
                        throw trouble;
                    }));
        }
    }

    RunStore store() {
        return Stores.open(new StoreLocation.DataDirectory(folder.resolve("data")));
    }

    static String text(GuidedAnswer answer, String name) {
        return answer.structured().string(name).orElseThrow(() -> new AssertionError(answer.text()));
    }

    static String run(GuidedAnswer answer) {
        return answer.structured()
                .object("session")
                .flatMap(session -> session.string("runId"))
                .orElseThrow(() -> new AssertionError(answer.text()));
    }

    String file(String name, String text) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text.replace('\'', '"')).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Asked ask(String... words) {
        return Asked.waybill(variables(), this, new byte[0], words);
    }

    /// Asks what must be answered with this code.
    Asked ask(ExitCode code, String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(code);
        return asked;
    }

    static String call(String tool, String arguments) {
        return "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'%s','arguments':%s}}"
                .formatted(tool, arguments);
    }

    /// Sends messages to `waybill mcp` and gives what it answers.
    List<JsonObject> talk(List<String> messages, String... flags) {
        List<String> words = new ArrayList<>(List.of("mcp"));
        words.addAll(List.of(flags));
        byte[] input = (String.join("\n", messages).replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8);
        PrintStream out = System.out;
        try {
            Asked asked = Asked.waybill(variables(), this, input, words.toArray(String[]::new));
            assertThat(asked.code()).as(asked.err()).isEqualTo(ExitCode.YES);
            return asked.lines();
        } finally {
            // The command takes it away from everybody but the protocol.
            System.setOut(out);
        }
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_KEYS", folder.resolve("keys").toString());
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        return variables;
    }
}
