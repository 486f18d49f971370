package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// REST as `waybill serve` offers it, in a process of its own.
class ServedRestTest {

    @TempDir
    Path folder;

    private String page = "";

    @BeforeEach
    void flows() throws IOException {
        page = Files.readString(Interop.projectRoot().resolve("docs/rest.md"));
        Files.createDirectories(folder.resolve("flows"));
        Files.writeString(folder.resolve("flows/ship.json"), block("json"));
        Files.writeString(folder.resolve("flows/broken.json"), "{\"id\":\"broken\",\"nodes\":7}");
    }

    private String block(String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        return variables;
    }

    private Served serve() throws IOException, InterruptedException {
        return Served.start(
                folder, variables(), "--workflows", folder.resolve("flows").toString());
    }

    /// Every line of the page's example is run as it stands, against another port.
    @Test
    void theExampleOfThePageRuns() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "no curl");
        try (Served served = serve()) {
            String script = "set -eu\n" + block("sh").replace("http://127.0.0.1:8080", served.url());
            assertThat(script).contains(served.url());
            Process shell = new ProcessBuilder("bash", "-c", script)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(shell.exitValue()).as(said).isZero();
            assertThat(said).contains("\"kind\":\"approval\"", "event: run.completed", "\"divergedAtSeq\":null");
            assertThat(Files.readString(served.process().err())).contains("broken.json is left out");
        }
        Asked verdict = Asked.waybill(
                variables(),
                InstantSource.system(),
                new byte[0],
                "verify",
                folder.resolve("proof.zip").toString());
        assertThat(verdict.code()).as(verdict.out() + verdict.err()).isEqualTo(ExitCode.YES);
    }

    @Test
    void keysThatAreThereAreNeeded() throws Exception {
        Asked made = Asked.waybill(
                variables(),
                InstantSource.system(),
                new byte[0],
                "apikeys",
                "new",
                "--data",
                folder.resolve("data").toString(),
                "--tenant",
                "acme",
                "--json");
        assertThat(made.code()).as(made.err()).isEqualTo(ExitCode.YES);
        Matcher key = Pattern.compile("\"apiKey\": ?\"(wbk_[^\"]+)\"").matcher(made.out());
        assertThat(key.find()).as(made.out()).isTrue();
        try (Served served = serve()) {
            assertThat(status(served.url() + "/v1/runs", "")).isEqualTo(401);
            assertThat(status(served.url() + "/v1/runs", key.group(1))).isEqualTo(200);
            assertThat(status(served.url() + "/.well-known/openwop", "")).isEqualTo(200);
        }
    }

    private static int status(String url, String key) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            (key.isEmpty() ? request : request.header("Authorization", "Bearer " + key)).build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
