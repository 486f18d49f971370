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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    private String newKey(String... more) {
        List<String> words = new ArrayList<>(
                List.of("apikeys", "new", "--data", folder.resolve("data").toString(), "--tenant", "acme", "--json"));
        words.addAll(List.of(more));
        Asked made = Asked.waybill(variables(), InstantSource.system(), new byte[0], words.toArray(String[]::new));
        assertThat(made.code()).as(made.err()).isEqualTo(ExitCode.YES);
        Matcher key = Pattern.compile("\"apiKey\": ?\"(wbk_[^\"]+)\"").matcher(made.out());
        assertThat(key.find()).as(made.out()).isTrue();
        return key.group(1);
    }

    @Test
    void aKeyThatIsMadeMeanwhileIsNeededFromThenOn() throws Exception {
        try (Served served = serve()) {
            String runs = served.url() + "/v1/runs";
            assertThat(status(runs, "")).isEqualTo(200);
            assertThat(status("GET", runs, "", "X-Forwarded-For", "203.0.113.7"))
                    .isEqualTo(401);
            String key = newKey();
            assertThat(status(runs, "")).isEqualTo(401);
            assertThat(status(runs, key)).isEqualTo(200);
            assertThat(status("GET", runs, key, "X-Forwarded-For", "203.0.113.7"))
                    .isEqualTo(200);
            assertThat(status(served.url() + "/.well-known/openwop", "")).isEqualTo(200);
        }
    }

    /// One path of each door that stands behind the gate, asked with a key for something else.
    @Test
    void everyDoorAsksForAScope() throws Exception {
        String key = newKey("--scope", "webhooks:manage");
        try (Served served = serve()) {
            for (String call : List.of(
                    "GET /v1/runs", "POST /witness", "GET /metrics", "GET /waybill/audit", "GET /waybill/sessions")) {
                String[] words = call.split(" ", 2);
                assertThat(status(words[0], served.url() + words[1], key))
                        .as(call)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void thePublicAddressIsAnOriginOfItsOwnAndItsCookieTravelsEncrypted() throws Exception {
        try (Served served = Served.start(
                        folder, variables(), "--keys", "--public-url", "https://waybill.example/behind/a/proxy");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder signIn = HttpRequest.newBuilder(URI.create(served.url() + "/session"))
                    .header("Authorization", "Bearer " + served.key())
                    .POST(HttpRequest.BodyPublishers.noBody());
            HttpResponse<String> session = client.send(
                    signIn.copy().header("Origin", "https://waybill.example").build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(session.statusCode()).as(session.body()).isEqualTo(201);
            assertThat(session.headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(
                            cookie -> assertThat(cookie).startsWith("__Host-").contains("; Secure"));
            assertThat(client.send(
                                    signIn.header("Origin", "https://other.example")
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    private static int status(String url, String key) throws IOException, InterruptedException {
        return status("GET", url, key);
    }

    private static int status(String method, String url, String key, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .method(method, HttpRequest.BodyPublishers.ofString(method.equals("GET") ? "" : "{}"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            (key.isEmpty() ? request : request.header("Authorization", "Bearer " + key)).build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
