package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every example runs with the mock, with its cassette and with a key, asks what it should ask, and leaves a proof that
/// is complete. `-Dwaybill.golden=add` records missing cassettes.
class ExamplesTest {

    private static final String COMMITS = """
            [{"sha": "1f3a", "commit": {"message": "GC: fix a crash in the young collection"}},
             {"sha": "77c0", "commit": {"message": "GC: log pauses in microseconds"}}]""";

    @TempDir
    Path home;

    private HttpServer source;

    /// Each with what its run ends with.
    @SuppressWarnings("ImmutableEnumChecker") // the lists are
    enum Example {
        RESEARCH_CREW(
                "research-crew/crew.json",
                List.of("question=Why do parcels have waybills?"),
                "every hand-over has a signature"),
        CODE_REVIEW("code-review/review.json", List.of(), "request changes"),
        SUPPORT_TRIAGE("support-triage/triage.json", List.of("message=You charged me twice!"), "on its way back"),
        NIGHTLY_REPORT("nightly-report/report.json", List.of(), "fixes a crash");

        private final Path workflow;
        private final List<String> inputs;
        private final String expected;

        Example(String workflow, List<String> inputs, String expected) {
            this.workflow = Interop.projectRoot().resolve("examples").resolve(workflow);
            this.inputs = inputs;
            this.expected = expected;
        }
    }

    @BeforeEach
    void serve() throws IOException {
        source = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        source.createContext("/repos/openjdk/jdk/commits", exchange -> {
            byte[] body = COMMITS.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        source.start();
    }

    @AfterEach
    void stop() {
        source.stop(0);
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void itRunsWithoutAKey(Example example) {
        perform(example, "mock.json", new LinkedHashMap<>());
    }

    @ParameterizedTest
    @EnumSource(Example.class)
    void itPlaysItsCassette(Example example) {
        perform(example, "cassette.json", new LinkedHashMap<>());
    }

    /// Against a server that speaks the wire and wants the key; what is recorded there is the cassette.
    @ParameterizedTest
    @EnumSource(Example.class)
    void itAsksARealModelAndTheCassetteIsWhatThatGives(Example example) throws IOException {
        Path recorded = home.resolve("recorded");
        try (StandInModel model = StandInModel.of(example.workflow)) {
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("OPENAI_API_KEY", StandInModel.KEY);
            variables.put("WAYBILL_MODELS", """
                    {"openai": {"wire": "openai-chat", "key": "env:OPENAI_API_KEY", "models": ["gpt-5-mini"], "url": "%s"},
                     "record": "%s"}""".formatted(model.url(), recorded));
            perform(example, "live.json", variables);
        }
        Path cassette = example.workflow.resolveSibling("cassette");
        if ("add".equals(System.getProperty("waybill.golden")) && !Files.exists(cassette)) {
            Files.createDirectories(cassette);
            for (Map.Entry<String, String> file :
                    files(recorded.resolve("openai")).entrySet()) {
                Files.writeString(cassette.resolve(file.getKey()), file.getValue());
            }
        }
        assertThat(files(cassette)).isEqualTo(files(recorded.resolve("openai")));
    }

    @Test
    void aSourceWithoutDataMakesNoReport() {
        Asked run = ask(
                new LinkedHashMap<>(),
                "run",
                workflow(Example.NIGHTLY_REPORT).toString(),
                "--config",
                Example.NIGHTLY_REPORT.workflow.resolveSibling("mock.json").toString(),
                "--input",
                "owner=nobody");
        assertThat(run.out()).contains("No report: the source answered 404");
    }

    private void perform(Example example, String config, Map<String, String> more) {
        String settings = example.workflow.resolveSibling(config).toString();
        List<String> words =
                new ArrayList<>(List.of("run", workflow(example).toString(), "--config", settings, "--json"));
        example.inputs.forEach(input -> words.addAll(List.of("--input", input)));
        if (example == Example.CODE_REVIEW) {
            words.addAll(List.of(
                    "--inputs", example.workflow.resolveSibling("change.json").toString()));
        }
        Asked run = ask(more, words.toArray(String[]::new));
        if (example == Example.SUPPORT_TRIAGE) {
            assertThat(run.out()).contains("low-confidence");
            run = answered(settings, more, "classify");
            assertThat(run.out()).contains("Pay this customer back?");
            run = answered(settings, more, "allow");
        }
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.YES);
        assertThat(run.out()).contains(example.expected);
        prove(settings);
    }

    /// Where it asks the internet, it asks us instead.
    private Path workflow(Example example) {
        try {
            String text = Files.readString(example.workflow);
            return Files.writeString(
                    home.resolve(example.workflow.getFileName()),
                    text.replace(
                            "https://api.github.com",
                            "http://127.0.0.1:" + source.getAddress().getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Asked answered(String settings, Map<String, String> more, String node) {
        return ask(more, "answer", run(), node, "accept", "--by", "ada", "--config", settings, "--json");
    }

    private void prove(String settings) {
        String proof = home.resolve("proof.zip").toString();
        assertThat(ask(new LinkedHashMap<>(), "export", run(), "--out", proof).code())
                .isEqualTo(ExitCode.YES);
        assertThat(ask(new LinkedHashMap<>(), "verify", proof).out()).contains("receipts valid, complete");
        Asked checked = ask(new LinkedHashMap<>(), "fsck", "--deep", "--config", settings);
        assertThat(checked.code()).as(checked.out() + checked.err()).isEqualTo(ExitCode.YES);
    }

    private String run() {
        JsonObject first = ask(new LinkedHashMap<>(), "runs", "--json")
                .json()
                .array("runs")
                .orElseThrow()
                .get(0)
                .asObject()
                .orElseThrow();
        return first.string("runId").orElseThrow();
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> inside = Files.list(folder)) {
                for (Path file : inside.toList()) {
                    files.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return files;
    }

    private Asked ask(Map<String, String> more, String... words) {
        Map<String, String> variables = new LinkedHashMap<>(more);
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        variables.put("WAYBILL_EGRESS_PRIVATE", "on");
        return Asked.waybill(variables, words);
    }
}
