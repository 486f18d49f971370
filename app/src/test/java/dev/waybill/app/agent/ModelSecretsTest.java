package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A provider that repeats the key it was shown, wherever it can: nobody else ever sees it. And what was recorded from
/// it plays back without a provider and without a key.
class ModelSecretsTest {

    private static final String CANARY = "sk-canary-7f3a9c1e5b";

    @TempDir
    Path home;

    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean fails;
    private HttpServer provider;

    @BeforeEach
    void aProviderThatTalks() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        provider.createContext("/", exchange -> {
            asked.incrementAndGet();
            String key = exchange.getRequestHeaders().getFirst("x-api-key");
            exchange.getRequestBody().readAllBytes();
            String half = key.substring(0, 9);
            String rest = key.substring(9);
            byte[] answer = (fails
                            ? "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"your key is "
                                    + key + "\"}}"
                            : stream(key, half, rest))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", fails ? "application/json" : "text/event-stream");
            exchange.sendResponseHeaders(fails ? 400 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        provider.start();
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), """
                {"name": "local.test.desk", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents", "agents": [
                  {"agentId": "local.test.desk.parrot", "persona": "Parrot", "modelClass": "general", "systemPrompt": "You repeat."}]}""");
    }

    /// Thinks the key in two pieces and says it in two pieces.
    private static String stream(String key, String half, String rest) {
        return """
                event: message_start
                data: {"type":"message_start","message":{"id":"%s","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":3,"output_tokens":1}}}

                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"the key is %s"}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"%s, I think"}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                event: content_block_start
                data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I say %s"}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"%s."}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":1}

                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}

                event: message_stop
                data: {"type":"message_stop"}

                """.formatted(key, half, rest, half, rest);
    }

    @AfterEach
    void closed() {
        provider.stop(0);
    }

    private Asked ask(String models, String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        variables.put("WAYBILL_PACKS", home.resolve("pack").toString());
        variables.put("WAYBILL_MODELS", models);
        variables.put("CANARY", CANARY);
        return Asked.waybill(variables, InstantSource.system(), new byte[0], words);
    }

    private String real() {
        return "{\"talker\": {\"wire\": \"anthropic\", \"url\": \"http://127.0.0.1:%d\", \"key\": \"env:CANARY\", \"models\": [\"m\"]}}"
                .formatted(provider.getAddress().getPort());
    }

    private static void silent(Asked asked) {
        assertThat(asked.out() + asked.err()).doesNotContain(CANARY);
    }

    private void silentFiles() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(CANARY);
            }
        }
    }

    @Test
    void noSurfaceShowsTheKey() throws IOException {
        Asked run = ask(
                real(),
                "run",
                "local.test.desk.parrot",
                "--input",
                "message=hello",
                "--record",
                home.resolve("tape").toString());
        silent(run);
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.YES);
        assertThat(run.out()).contains("[REDACTED:models.talker.key]");
        fails = true;
        Asked failed = ask(real(), "run", "local.test.desk.parrot", "--input", "message=fail");
        silent(failed);
        assertThat(failed.out() + failed.err()).contains("[REDACTED:models.talker.key]");
        for (var each : ask(real(), "runs", "--json").json().array("runs").orElseThrow()) {
            String id = each.asObject().orElseThrow().string("runId").orElseThrow();
            for (List<String> words : List.of(
                    List.of("events", id, "--json"),
                    List.of("show", id),
                    List.of("show", id, "--json"),
                    List.of("export", id, "--out", home.resolve(id + ".zip").toString()),
                    List.of("replay", id))) {
                silent(ask(real(), words.toArray(String[]::new)));
            }
        }
        silent(ask(real(), "fsck", "--deep"));
        silent(ask(real(), "config", "show"));
        silentFiles();
    }

    @Test
    void whatWasRecordedPlaysBackWithoutTheProviderAndWithoutAKey() throws IOException {
        String tape = home.resolve("tape").toString();
        Asked run =
                ask(real(), "run", "local.test.desk.parrot", "--input", "message=hello", "--record", tape, "--json");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.YES);
        assertThat(asked).hasValue(1);
        provider.stop(0);

        String cassette =
                "{\"talker\": {\"wire\": \"cassette\", \"speaks\": \"anthropic\", \"folder\": \"%s/talker\", \"models\": [\"m\"]}}"
                        .formatted(tape);
        Asked again = ask(cassette, "run", "local.test.desk.parrot", "--input", "message=hello", "--json");

        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.YES);
        assertThat(result(again)).isEqualTo(result(run)).contains("I say [REDACTED:models.talker.key].");
        Asked other = ask(cassette, "run", "local.test.desk.parrot", "--input", "message=something else");
        assertThat(other.code()).isEqualTo(ExitCode.NO);
        assertThat(other.out() + other.err()).contains("plays recordings");
    }

    private static String result(Asked run) {
        return run.json().toString().replaceAll(".*(\"result\":[^}]*).*", "$1");
    }
}
