package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one damaged row of one tenant does to others: nothing. To its own tenant it is the store's failure, not the
/// caller's.
class DamagedRowTest {

    private static final String FLOW = """
            {"id":"%s","name":"Flow","version":"1.0.0","variables":[],
             "nodes":[{"id":"n","typeId":"core.noop","name":"n","position":{"x":0,"y":0},"config":{},"inputs":{}}],
             "edges":[],"metadata":{},"settings":{}}
            """;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> ask(Served served, String key, String method, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(served.url() + path))
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private void byHand(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("data/waybill.db"));
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }

    private static String code(HttpResponse<String> response) {
        return JsonReader.readObject(response.body().getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                .string("error")
                .orElseThrow();
    }

    @Test
    void isItsOwnTenantsAlone() throws Exception {
        DataDirectory here = DataDirectory.in(folder);
        Files.writeString(folder.resolve("workflows/ours.json"), FLOW.formatted("ours"));
        try (Served served = here.serve("")) {
            String other = here.ask(ExitCode.YES, "apikeys", "new", "--tenant", "other", "--json")
                    .json()
                    .string("apiKey")
                    .orElseThrow();
            String start = "{\"workflowId\":\"ours\"}";
            assertThat(ask(served, other, "POST", "/v1/workflows", FLOW.formatted("theirs"))
                            .statusCode())
                    .isEqualTo(201);
            assertThat(ask(
                                    served,
                                    other,
                                    "POST",
                                    "/v1/webhooks",
                                    "{\"url\":\"https://waybill.example/\",\"events\":[\"*\"]}")
                            .statusCode())
                    .isEqualTo(201);

            byHand("UPDATE webhooks SET filter = '{\"events\":[\"*\"],\"tags\":[]A'");
            byHand("UPDATE documents SET content = CAST('{\"id\":' AS BLOB)");
            // What is known of webhooks is a second old at most.
            Thread.sleep(1_100);

            assertThat(ask(served, served.key(), "POST", "/v1/runs", start).statusCode())
                    .isEqualTo(201);
            assertThat(ask(served, served.key(), "GET", "/v1/workflows", "").statusCode())
                    .isEqualTo(200);
            assertThat(ask(served, served.key(), "GET", "/v1/webhooks", "").statusCode())
                    .isEqualTo(200);
            for (String path : new String[] {"/v1/webhooks", "/v1/workflows"}) {
                HttpResponse<String> answer = ask(served, other, "GET", path, "");
                assertThat(answer.statusCode()).as(path).isEqualTo(500);
                assertThat(code(answer)).as(path).isEqualTo("store_corrupt");
            }
            HttpResponse<String> started = ask(served, other, "POST", "/v1/runs", start);
            assertThat(started.statusCode()).isEqualTo(500);
            assertThat(code(started)).isEqualTo("store_corrupt");
        }
    }
}
