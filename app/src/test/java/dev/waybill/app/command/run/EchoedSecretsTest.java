package dev.waybill.app.command.run;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret that a workflow may use without knowing it, when the other side repeats it.
class EchoedSecretsTest {

    private static final String CANARY = "ITEMSEC-4c1f0a9e77";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {200, 401, 500})
    void anAnswerThatRepeatsTheSecretIsKeptWithoutIt(int status) throws IOException {
        HttpServer echo = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        echo.createContext("/", exchange -> {
            String shown = exchange.getRequestHeaders().getFirst("Authorization");
            byte[] body = ("{\"you sent\": \"" + shown + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("X-You-Sent", shown);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        echo.start();
        try {
            String base = "http://127.0.0.1:" + echo.getAddress().getPort();
            String config = """
                    {"url": "%s/", "headers": {"Authorization": "Bearer secret:items"}, "retry": {"maxAttempts": 1}}""".formatted(base);
            nobodyFindsItAfter(
                    RunDesk.node("get", "core.openwop.http.fetch", config),
                    Map.of(
                            "WAYBILL_SECRETS",
                            "{\"items\": {\"from\": \"env:CANARY\", \"hosts\": [\"%s\"]}}".formatted(base),
                            "WAYBILL_EGRESS_PRIVATE",
                            "true"));
        } finally {
            echo.stop(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"printf '{\\\"k\\\": \\\"%s\\\"}' $TOKEN", "echo $TOKEN >&2; exit 3"})
    void aProgramThatRepeatsTheSecretIsKeptWithoutIt(String script) throws IOException {
        nobodyFindsItAfter(
                RunDesk.node("tell", "waybill.exec", "{\"program\": \"parrot\"}"),
                Map.of("WAYBILL_PROGRAMS", """
                        {"parrot": {"command": ["sh", "-c", "%s"], "env": {"TOKEN": "env:CANARY"}}}""".formatted(script)));
    }

    private void nobodyFindsItAfter(String node, Map<String, String> settings) throws IOException {
        RunDesk desk = new RunDesk(folder);
        Map<String, String> variables = desk.variables();
        variables.putAll(settings);
        variables.put("CANARY", CANARY);
        Asked ran = Asked.waybill(
                variables, InstantSource.system(), new byte[0], "run", desk.workflow("echo", "", node), "--json");
        assertThat(ran.code()).isIn(ExitCode.YES, ExitCode.NO);
        String run = ran.json().string("runId").orElseThrow();
        StringBuilder said = new StringBuilder(ran.out() + ran.err());
        for (List<String> words : List.of(
                List.of("show", run, "--json"), List.of("events", run, "--json"), List.of("report", run, "--json"))) {
            Asked asked = Asked.waybill(variables, InstantSource.system(), new byte[0], words.toArray(String[]::new));
            said.append(asked.out()).append(asked.err());
        }
        assertThat(said.toString()).contains("[REDACTED:secret]").doesNotContain(CANARY);
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(CANARY);
            }
        }
    }
}
