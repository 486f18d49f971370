package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator without the database in hand: the same commands, with `--server`.
class OperatorTest {

    private static final String GATE = """
            {"id":"gate","name":"Gate","version":"1.0","edges":[],
            "variables":[{"name":"amount","type":"number","defaultValue":1},{"name":"version","type":"string"}],
            "metadata":{},
            "triggers":[{"id":"manual","type":"manual","enabled":true}],"settings":{"timeout":0},
            "nodes":[{"id":"ask","typeId":"core.approvalGate","name":"Ask","position":{"x":0,"y":0},
            "config":{"title":"Go on?"},"inputs":{}}]}
            """;

    @TempDir
    private Path folder;

    @Test
    void whatWorksOnAStoreWorksOnAHost() throws Exception {
        DataDirectory here = directory();
        try (Served served = here.serve("")) {
            Map<String, String> elsewhere = elsewhere(served.url(), served.key());
            String run = started(elsewhere);
            assertThat(yes(elsewhere, "runs", "--ids", "--status", "waiting").out())
                    .isEqualTo(run + "\n");
            assertThat(yes(elsewhere, "runs", "--json").out())
                    .isEqualTo(here.ask(ExitCode.YES, "runs", "--json").out());
            String prefix = run.substring(0, 20);
            assertThat(yes(elsewhere, "show", prefix).out()).contains(run, "Go on?", "waybill answer " + run + " ask");
            assertThat(yes(elsewhere, "show", run, "--json").out())
                    .isEqualTo(here.ask(ExitCode.YES, "show", run, "--json").out());
            assertThat(yes(elsewhere, "events", run).out())
                    .isEqualTo(here.ask(ExitCode.YES, "events", run).out());
            assertThat(yes(elsewhere, "answer", run, "ask", "accept", "--by", "kim")
                            .out())
                    .contains("completed");
            assertThat(yes(elsewhere, "events", run, "--follow", "--json").out())
                    .contains("\"run.completed\"", "kim");

            Asked fork = asked(elsewhere, "fork", prefix, "--node", "ask", "--set", "amount=7", "--json");
            assertThat(fork.json().string("runId")).as(fork.out() + fork.err()).isPresent();
            String branch = fork.json().string("runId").orElseThrow();
            assertThat(fork.code()).as("it waits").isEqualTo(ExitCode.NO);
            Asked typed = asked(elsewhere, "fork", prefix, "--node", "ask", "--set", "version=2.0");
            assertThat(typed.out())
                    .as("a text stays one, and nothing is offered that a host does not do; " + typed.err())
                    .contains("gate  run_", "waybill answer run_")
                    .doesNotContain("--tokens");
            Asked diff = asked(elsewhere, "diff", run, branch);
            assertThat(diff.code()).isEqualTo(ExitCode.NO);
            assertThat(diff.out()).contains("they differ from event", "amount");
            assertThat(yes(elsewhere, "pause", branch, "--reason", "month end").out())
                    .contains("paused");
            assertThat(yes(elsewhere, "resume", branch, "--no-wait").out()).contains("waiting");
            assertThat(yes(elsewhere, "cancel", branch, "--reason", "twice", "--json")
                            .json())
                    .satisfies(end -> assertThat(end.string("status")).contains("cancelled"));
        }
    }

    @Test
    void aHostThatRefusesIsUnderstood() throws Exception {
        DataDirectory here = directory();
        try (Served served = here.serve("")) {
            Map<String, String> elsewhere = elsewhere(served.url(), served.key());
            assertThat(refused(elsewhere, "show", "run_0")).isEqualTo("run_not_found");
            assertThat(refused(elsewhere, "run", "nothing")).isEqualTo("workflow_not_found");
            assertThat(refused(elsewhere, "show", "run_0", "--tokens")).isEqualTo("usage");
            assertThat(refused(elsewhere, "runs", "--data", "x", "--server", served.url()))
                    .isEqualTo("usage");
            assertThat(refused(elsewhere(served.url(), "wbk_unknown"), "runs")).isEqualTo("unauthenticated");
            assertThat(refused(elsewhere("http://127.0.0.1:1", ""), "runs")).isEqualTo("server_unavailable");
            assertThat(refused(elsewhere("ftp://x", ""), "runs")).isEqualTo("usage");
            assertThat(refused(
                            elsewhere, "runs", "--data", folder.resolve("none").toString()))
                    .as("a flag wins over a variable")
                    .isNotEqualTo("server_unavailable");
        }
    }

    @Test
    void aTokenOfTheConfiguredIssuerOpensTheServer() throws Exception {
        DataDirectory here = directory();
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] spki = pair.getPublic().getEncoded();
        Path keys = Files.writeString(
                folder.resolve("issuer.json"),
                "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"k\",\"x\":\"%s\"}]}"
                        .formatted(Base64Url.encode(Arrays.copyOfRange(spki, spki.length - 32, spki.length))));
        Path config = Files.writeString(folder.resolve("config.json"), """
                {"auth":{"jwt":{"issuer":"https://id.example","audience":"waybill","keys":"%s"}}}""".formatted(keys));
        try (Served served = Served.ready(
                here.spawn("serve", "--config", config.toString(), "--port", "0", "--workflows", workflows()), "")) {
            Map<String, String> ada = elsewhere(served.url(), token(pair, "waybill"));
            String run = started(ada);
            assertThat(here.ask(ExitCode.YES, "runs", "--tenant", "acme", "--ids")
                            .out())
                    .isEqualTo(run + "\n");
            assertThat(refused(elsewhere(served.url(), token(pair, "mail")), "runs"))
                    .isEqualTo("unauthenticated");
            assertThat(refused(ada, "cancel", run)).isEqualTo("forbidden");
        }
    }

    @Test
    void whoDidWhatIsKeptAndShownToItsTenant() throws Exception {
        DataDirectory here = directory();
        String other = here.ask(ExitCode.YES, "apikeys", "new", "--tenant", "other", "--json")
                .json()
                .string("apiKey")
                .orElseThrow();
        String id = here.ask(ExitCode.YES, "apikeys", "new", "--scope", "runs:read", "--json")
                .json()
                .string("id")
                .orElseThrow();
        String key = here.ask(ExitCode.YES, "apikeys", "new", "--json")
                .json()
                .string("apiKey")
                .orElseThrow();
        try (Served served = here.serve(key)) {
            Map<String, String> elsewhere = elsewhere(served.url(), key);
            String run = started(elsewhere);
            assertThat(refused(elsewhere(served.url(), "wbk_unknown"), "runs")).isEqualTo("unauthenticated");
            yes(elsewhere, "cancel", run, "--no-wait");
            here.ask(ExitCode.YES, "apikeys", "revoke", id);

            String all = here.ask(ExitCode.YES, "audit", "--json").out();
            assertThat(all)
                    .contains("\"what\":\"POST /v1/runs\",\"status\":201")
                    .contains("\"what\":\"POST /v1/runs/" + run + "/cancel\",\"status\":200")
                    .contains("\"what\":\"GET /v1/runs\",\"status\":401")
                    .contains("apikeys revoke " + id, "apikeys new")
                    .doesNotContain("wbk_");
            assertThat(yes(elsewhere, "audit").out()).contains("/cancel").doesNotContain(" 401 ");
            assertThat(yes(elsewhere(served.url(), other), "audit", "--json").out())
                    .contains("apikeys new")
                    .doesNotContain("/v1/runs");
        }
    }

    private static String token(KeyPair pair, String audience) throws GeneralSecurityException {
        String claims = """
                {"iss":"https://id.example","aud":"%s","exp":%d,"sub":"ada","tenant":"acme",\
                "scope":"runs:create runs:read manifest:read"}""".formatted(audience, Instant.now().getEpochSecond() + 600);
        String signed = segment("{\"alg\":\"EdDSA\",\"kid\":\"k\"}") + "." + segment(claims);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + Base64Url.encode(signature.sign());
    }

    private static String segment(String json) {
        return Base64Url.encode(json.getBytes(StandardCharsets.UTF_8));
    }

    private DataDirectory directory() throws IOException {
        DataDirectory directory = DataDirectory.in(folder);
        Files.writeString(folder.resolve("workflows/gate.json"), GATE);
        return directory;
    }

    private String workflows() {
        return folder.resolve("workflows").toString();
    }

    /// Another machine: it knows an address and a key, and has no store.
    private Map<String, String> elsewhere(String url, String key) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("elsewhere").toString());
        variables.put("USER", "operator-of-this-machine");
        variables.put("WAYBILL_SERVER", url);
        variables.put("WAYBILL_API_KEY", key);
        return variables;
    }

    private static String started(Map<String, String> variables) throws InterruptedException {
        String run = yes(variables, "run", "gate", "--input", "amount=3", "--detach", "--json")
                .json()
                .string("runId")
                .orElseThrow();
        while (!status(variables, run).startsWith("waiting")) {
            Thread.sleep(50);
        }
        return run;
    }

    private static String status(Map<String, String> variables, String run) {
        JsonObject page = yes(variables, "show", run, "--json").json();
        return page.string("status").orElseThrow();
    }

    private static Asked asked(Map<String, String> variables, String... words) {
        return Asked.waybill(variables, InstantSource.system(), new byte[0], words);
    }

    private static Asked yes(Map<String, String> variables, String... words) {
        Asked asked = asked(variables, words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked;
    }

    private static String refused(Map<String, String> variables, String... words) {
        String[] json = Arrays.copyOf(words, words.length + 1);
        json[words.length] = "--json";
        Asked asked = asked(variables, json);
        assertThat(asked.code()).as(asked.out()).isNotEqualTo(ExitCode.YES);
        return asked.json().object("error").orElseThrow().string("code").orElseThrow();
    }
}
