package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.testkit.Until;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `/ready`, the metrics, the list of processes and `doctor` say the same: whether a node can take every write now.
class ReadyTest {

    private static final String ASKS = """
            {"id":"asks","name":"Asks","version":"1.0.0","variables":[],"edges":[],"metadata":{},"settings":{},
             "nodes":[{"id":"gate","typeId":"core.approvalGate","name":"gate","position":{"x":0,"y":0},
                       "config":{"title":"Ship it?","actions":["accept","reject"]},"inputs":{}}]}
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(Served served, String path) {
        return send(
                served, HttpRequest.newBuilder(URI.create(served.url() + path)).GET());
    }

    private HttpResponse<String> start(Served served) {
        return send(
                served,
                HttpRequest.newBuilder(URI.create(served.url() + "/v1/runs"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"workflowId\":\"asks\"}")));
    }

    private HttpResponse<String> send(Served served, HttpRequest.Builder request) {
        try {
            return client.send(
                    request.header("Authorization", "Bearer " + served.key()).build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Served serve(String name, String keys, String place, String at) throws IOException, InterruptedException {
        Path workflows = Files.createDirectories(folder.resolve("workflows"));
        Files.writeString(workflows.resolve("asks.json"), ASKS);
        Path home = Files.createDirectories(folder.resolve(name));
        Spawned process = Spawned.start(
                home,
                variables(keys),
                new LinkedHashMap<>(),
                dev.waybill.app.Main.class,
                "serve",
                "--port",
                "0",
                "--workflows",
                workflows.toString(),
                place,
                at);
        return Served.ready(process, "none");
    }

    private Map<String, String> variables(String keys) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_KEYS", folder.resolve(keys).toString());
        variables.put("HOME", folder.toString());
        variables.put("XDG_CONFIG_HOME", folder.toString());
        return variables;
    }

    private Asked doctor(String place, String at) {
        return Asked.waybill(variables("keys"), InstantSource.system(), new byte[0], "doctor", place, at);
    }

    private void assertNotReady(Served served, String words) {
        Until.holds("it says so", () -> get(served, "/ready").statusCode() == 503);
        assertThat(get(served, "/ready").body()).contains("not_ready").contains(words);
        assertThat(get(served, "/metrics").body()).contains("waybill_ready 0\n");
    }

    private void assertReady(Served served) {
        Until.holds("it says so", () -> get(served, "/ready").statusCode() == 200);
        assertThat(get(served, "/metrics").body()).contains("waybill_ready 1\n");
    }

    @Test
    void aNodeWhoseDatabaseWasUpgradedUnderItIsNotReady() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            String url = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
            try (Served served = serve("one", "keys", "--db", url)) {
                assertReady(served);
                update(server, "UPDATE waybill.schema_version SET version = version + 90");
                assertThat(start(served).statusCode()).isEqualTo(503);
                assertNotReady(served, "upgraded by a newer Waybill");
                update(server, "UPDATE waybill.schema_version SET version = version - 90");
                assertReady(served);
                assertThat(start(served).statusCode()).isEqualTo(201);
            }
        }
    }

    private static void update(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNodeWithOtherKeysIsNotReadyAndSaysSoAtItsStart(boolean onPostgres) throws Exception {
        try (EmbeddedPostgres server = onPostgres ? EmbeddedPostgres.builder().start() : null) {
            String place = server == null ? "--data" : "--db";
            String at = server == null
                    ? folder.resolve("data").toString()
                    : "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
            try (Served first = serve("one", "keys", place, at)) {
                try (Served stranger = serve("two", "other-keys", place, at)) {
                    assertNotReady(stranger, "no key for that name");
                    assertThat(Files.readString(stranger.process().err()))
                            .contains("not ready", "no key for that name");
                    assertReady(first);
                    Until.holds("it says so", () -> doctor(place, at).out().contains("not ready: "));
                    assertThat(get(first, "/v1/host/waybill/processes").body()).contains("\"obstacle\":");
                }
                try (Served second = serve("three", "keys", place, at)) {
                    assertReady(second);
                }
                assertThat(start(first).statusCode()).isEqualTo(201);
            }
            // Nobody else is there, and an open run needs the key that is not.
            try (Served stranger = serve("four", "other-keys", place, at)) {
                assertNotReady(stranger, "a key that this process does not have");
            }
        }
    }
}
