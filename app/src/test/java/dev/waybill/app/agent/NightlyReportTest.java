package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.house.Asked;
import dev.waybill.testkit.Interop;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The schedule of the nightly report: off as it lies there, and on when somebody says so.
class NightlyReportTest {

    private static final Path EXAMPLE = Interop.projectRoot().resolve("examples/nightly-report");
    private static final String OFF =
            "\"enabled\": false, \"config\": {\"cron\": \"0 2 * * *\", \"timezone\": \"UTC\"}";

    @TempDir
    Path home;

    private HttpServer source;

    @BeforeEach
    void aSourceOfCommits() throws IOException {
        source = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        source.createContext("/", exchange -> {
            byte[] answer = "[{\"sha\":\"1\"}]".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        source.start();
    }

    @AfterEach
    void closed() {
        source.stop(0);
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_EGRESS_PRIVATE", "on");
        return variables;
    }

    /// @param schedule in place of the one that is off
    private Served serve(String schedule) throws IOException, InterruptedException {
        Path flows = Files.createDirectories(home.resolve("flows"));
        String text = Files.readString(EXAMPLE.resolve("report.json"));
        assertThat(text).contains(OFF);
        Files.writeString(
                flows.resolve("report.json"),
                text.replace(OFF, schedule)
                        .replace(
                                "https://api.github.com",
                                "http://127.0.0.1:" + source.getAddress().getPort()));
        return Served.start(
                home,
                variables(),
                "--workflows",
                flows.toString(),
                "--config",
                EXAMPLE.resolve("mock.json").toString());
    }

    private String ask(Served served, String... words) {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--server";
        all[words.length + 1] = served.url();
        Asked asked = Asked.waybill(variables(), all);
        return asked.out() + asked.err();
    }

    @Test
    void itIsOffAsItLiesThere() throws Exception {
        try (Served served = serve(OFF)) {
            String triggers = ask(served, "triggers", "--json");
            assertThat(triggers).as(triggers).contains("\"triggers\":[]");
            assertThat(ask(served, "runs", "--json")).contains("\"runs\":[]");
        }
    }

    @Test
    void whereItIsOnItFiresAndTheReportIsWritten() throws Exception {
        try (Served served = serve("\"enabled\": true, \"config\": {\"intervalSeconds\": 1}")) {
            assertThat(ask(served, "triggers", "--json")).contains("nightly");
            // It fires every second: the first to complete need not be the first that began.
            String completed = Until.seen(
                    () -> ask(served, "runs", "--ids", "--status", "completed"), ids -> ids.startsWith("run_"));
            String one = completed.lines().findFirst().orElseThrow();
            assertThat(ask(served, "show", one, "--json")).contains("fixes a crash");
        }
    }
}
