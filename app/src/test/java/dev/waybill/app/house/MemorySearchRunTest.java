package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.agents.part.Parts;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a search found is on the record: a replay finds the same and asks nobody.
class MemorySearchRunTest {

    @TempDir
    Path home;

    private final AtomicInteger asked = new AtomicInteger();
    private Instant now = Instant.ofEpochSecond(Asked.NOW);
    private String models = "";
    private HttpServer server;

    /// A provider whose vectors say whether a text is about trains or about money.
    @BeforeEach
    void aProviderOfVectors() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/embeddings", exchange -> {
            asked.incrementAndGet();
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String vector = text.contains("train") || text.contains("travel") ? "[0.9,0.1]" : "[0.1,0.9]";
            byte[] answer = "{\"data\":[{\"embedding\":%s}],\"model\":\"v\",\"usage\":{\"prompt_tokens\":3}}"
                    .formatted(vector)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("content-type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        models = "{\"vectors\":{\"wire\":\"openai-chat\",\"url\":\"http://127.0.0.1:%d/v1\",\"models\":[\"v\"]}}"
                .formatted(server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Asked ask(String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        variables.put("WAYBILL_MODELS", models);
        variables.put("WAYBILL_PARTS", Interop.projectRoot().toString());
        now = now.plusSeconds(1);
        Asked answer = Asked.waybill(variables, InstantSource.fixed(now), new byte[0], words);
        assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(ExitCode.YES);
        return answer;
    }

    private String search(String provider) throws IOException {
        return Files.writeString(home.resolve("search.json"), """
                {"id":"search","name":"Search","version":"1.0.0","nodes":[
                  {"id":"search","typeId":"waybill.memory.search","config":{"memory":"notes"%s},
                   "inputs":{"query":{"type":"static","value":"How do they like to travel?"}}}]}
                """.formatted(provider))
                .toString();
    }

    private static List<String> found(Asked run) {
        String out = run.out();
        return List.of("travel", "money", "later").stream()
                .filter(id -> out.contains("\"id\":\"%s\"".formatted(id)))
                .sorted((left, right) -> out.indexOf("\"id\":\"" + left) - out.indexOf("\"id\":\"" + right))
                .toList();
    }

    @Test
    void aReplayGivesTheRecordedScoresAndAsksNobody() throws Exception {
        ask("memory", "set", "notes", "travel", "prefers trains");
        ask("memory", "set", "notes", "money", "pays by invoice");
        Asked run = ask("run", search(",\"provider\":\"vectors\""), "--json");
        assertThat(found(run)).containsExactly("travel", "money");
        assertThat(run.out()).contains("\"score\":1.000000", "\"score\":0.219512");
        assertThat(asked).hasValue(3);

        ask("memory", "set", "notes", "later", "trains, trains, trains");
        String id = runs().getFirst();
        assertThat(ask("replay", id).out()).contains("same");
        ask("fsck", "--deep");
        assertThat(asked).hasValue(3);
        assertThat(found(ask("run", search(",\"provider\":\"vectors\""), "--json")))
                .contains("later");
    }

    @Test
    void whereTheModelOnThisMachineIsThereItIsTheUsualOne() throws Exception {
        assumeTrue(
                new Parts(List.of(Interop.projectRoot())).find(Parts.MINILM).isPresent(),
                "the part minilm is not built: mvn -P minilm");
        ask("memory", "set", "notes", "money", "pays by invoice within ten days");
        ask("memory", "set", "notes", "travel", "prefers trains over planes");
        Asked run = ask("run", search(""), "--json");
        assertThat(run.out()).contains("\"provider\":\"minilm\"");
        assertThat(found(run)).containsExactly("travel", "money");
        assertThat(asked).hasValue(0);
    }

    private List<String> runs() {
        return ask("runs", "--json").json().array("runs").orElseThrow().items().stream()
                .map(run ->
                        run.asObject().orElse(JsonObject.EMPTY).string("runId").orElseThrow())
                .toList();
    }
}
