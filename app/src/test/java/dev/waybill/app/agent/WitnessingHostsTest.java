package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two hosts, each a process with a key of its own: one runs workflows, the other countersigns how they ended.
class WitnessingHostsTest {

    @TempDir
    private Path folder;

    private DataDirectory directory(String name) throws IOException {
        DataDirectory directory = DataDirectory.in(Files.createDirectories(folder.resolve(name)));
        directory.ask(ExitCode.YES, "keys", "new");
        Files.writeString(
                folder.resolve(name + ".jwks"),
                directory.ask(ExitCode.YES, "keys", "show", "--jwks").out());
        return directory;
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void aHostHandsEveryRunAtItsEndToItsWitness() throws Exception {
        DataDirectory ours = directory("ours");
        String partner = folder.resolve("partner.jsonl").toString();
        try (Served witness = directory("theirs").serve("");
                Served host =
                        ours.serve(key(witness.key()), "--anchor-witness", witness.url(), "--anchor-file", partner);
                HttpClient client = HttpClient.newHttpClient()) {
            String run = completed(new HttpAgent(client, host));
            Path proofs = ours.folder().resolve("data/anchors/" + run + ".jsonl");
            while (!Files.exists(proofs) || !Files.readString(proofs).contains("\"witness\"")) {
                assertThat(host.process().process().isAlive())
                        .as(host.process().words())
                        .isTrue();
                Thread.sleep(20);
            }
            String bundle = folder.resolve("b.zip").toString();
            ours.ask(ExitCode.YES, "export", run, "-o", bundle);
            assertThat(verified(ours, bundle, proofs.toString()))
                    .containsPattern("anchor +receipts 1 to 2 and the end cannot have been rewritten since \\S+,"
                            + " when https://\\S+ had it");
            assertThat(verified(ours, bundle, partner)).contains("since " + partner + " holds it");
        }
    }

    private static Map<String, String> key(String key) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(Settings.WITNESS_KEY.variable(), key);
        return settings;
    }

    private static String completed(HttpAgent agent) throws Exception {
        Answer first = agent.call("workflow_start", DataDirectory.rounds(1)).good();
        assertThat(agent.call("workflow_advance", first.acknowledged("seen")).isComplete())
                .isTrue();
        return first.runId();
    }

    private String verified(DataDirectory directory, String bundle, String anchors) {
        return directory
                .ask(
                        ExitCode.YES,
                        "verify",
                        bundle,
                        "--anchor",
                        anchors,
                        "--jwks",
                        folder.resolve("ours.jwks").toString(),
                        "--jwks",
                        folder.resolve("theirs.jwks").toString())
                .out();
    }

    @Test
    void aWitnessSignsForNoStrangerAndForNothingButSummaries() throws Exception {
        try (Served witness = directory("theirs").serve("");
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(post(client, witness, "", "{}").statusCode()).isEqualTo(401);
            HttpResponse<String> refused = post(client, witness, witness.key(), "{\"summary\":\"as agreed\"}");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("no_summary", "a signed summary with its commit log");
        }
    }

    private static HttpResponse<String> post(HttpClient client, Served host, String key, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(host.url() + "/witness"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
