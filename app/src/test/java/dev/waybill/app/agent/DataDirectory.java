package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One data directory with keys and workflows beside it, and every way to work on it.
record DataDirectory(Path folder) {

    /// One step, as often as the context's `rounds` says.
    private static final String ROUNDS = """
            {"id":"rounds","name":"Rounds","description":"One step, many times","version":"1.0.0","steps":[
             {"id":"rounds","type":"loop","title":"Rounds","loop":{"type":"for","count":"rounds","maxIterations":1000},
              "body":[{"id":"look","title":"Look","prompt":"Look at part {{currentIteration}}."}]}]}
            """;

    static DataDirectory in(Path folder) throws IOException {
        Path workflows = Files.createDirectories(folder.resolve("workflows"));
        Files.writeString(workflows.resolve("rounds.json"), ROUNDS);
        return new DataDirectory(folder);
    }

    /// The request that starts so many rounds.
    static JsonObject rounds(int number) {
        return JsonObject.builder()
                .put("workflowId", "rounds")
                .put("context", JsonObject.builder().put("rounds", number).build())
                .build();
    }

    Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        variables.put("WAYBILL_KEYS", folder.resolve("keys").toString());
        return variables;
    }

    /// What starts a `waybill mcp` of its own.
    ///
    /// @param options of its JVM
    List<String> mcpCommand(String... options) {
        return Spawned.command(List.of(options), Main.class, "mcp", "--workflows", workflows());
    }

    private String workflows() {
        return folder.resolve("workflows").toString();
    }

    McpAgent mcp(String... options) throws IOException, InterruptedException {
        return mcp(mcpCommand(options));
    }

    /// An agent that gets Markdown.
    McpAgent mcpInWords() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(mcpCommand());
        command.add("--markdown");
        return mcp(command);
    }

    private McpAgent mcp(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables());
        builder.redirectError(Files.createTempFile(folder, "err", ".txt").toFile());
        return new McpAgent(builder);
    }

    /// @param knownKey what an earlier start told; empty at the first
    Served serve(String knownKey) throws IOException, InterruptedException {
        return Served.ready(spawn("serve", "--keys", "--port", "0", "--workflows", workflows()), knownKey);
    }

    /// The first `waybill serve`, with settings and options of its own.
    Served serve(Map<String, String> settings, String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("serve", "--keys", "--port", "0", "--workflows", workflows()));
        words.addAll(List.of(options));
        Map<String, String> all = variables();
        all.putAll(settings);
        return Served.ready(
                Spawned.start(folder, all, new LinkedHashMap<>(), Main.class, words.toArray(String[]::new)), "");
    }

    /// The first `waybill serve`, behind a program that makes its surroundings and becomes it.
    Served serveBehind(List<String> program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.addAll(Spawned.command(List.of(), Main.class, "serve", "--port", "0", "--workflows", workflows()));
        return Served.ready(Spawned.start(folder, variables(), command), "");
    }

    /// A command line in a process of its own.
    Spawned spawn(String... words) throws IOException {
        return Spawned.start(folder, variables(), new LinkedHashMap<>(), Main.class, words);
    }

    /// A command line in this process, which must end with this code.
    Asked ask(ExitCode expected, String... words) {
        Asked asked = Asked.waybill(variables(), InstantSource.system(), new byte[0], words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(expected);
        return asked;
    }

    /// What all processes wrote to their error streams.
    String complaints() throws IOException {
        StringBuilder all = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "err*.txt")) {
            for (Path file : files) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    RunStore store() {
        return Stores.open(new StoreLocation.DataDirectory(folder.resolve("data")));
    }

    /// How many steps of a run were acknowledged, on all of its branches.
    static int stepsTaken(RunStore store, RunId run) {
        return (int) store.events(run, 0, Integer.MAX_VALUE).stream()
                .filter(event -> EventCodec.decode(run, event).fact() instanceof NodeFact.NodeCompleted)
                .count();
    }
}
