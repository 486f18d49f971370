package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.agent.Served;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import dev.waybill.testkit.OpenApiJudge;
import dev.waybill.testkit.OpenWopJudge;
import dev.waybill.testkit.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One host for all judges, with two tenants, `acme` and `globex`. It ends with the tests.
final class JudgedHost {

    static final String SEAMS = "/v1/host/sample";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static @Nullable JudgedHost one;

    private final HttpClient client = HttpClient.newHttpClient();
    private final OpenWopJudge judge = new OpenWopJudge();
    private final Path folder;
    private final String acme;
    private final String globex;
    private final Served served;
    private volatile @Nullable OpenApiJudge described;

    private JudgedHost() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("waybill-judged-");
        acme = key("acme");
        globex = key("globex");
        served = Served.start(
                folder,
                variables(),
                "--workflows",
                Interop.path("openwop/fixtures").toString(),
                "--test-seams");
        Runtime.getRuntime().addShutdownHook(new Thread(served::close));
    }

    /// Skips the test where the fixtures are not there.
    static synchronized JudgedHost shared() {
        JudgedHost host = one;
        if (host == null) {
            try {
                host = new JudgedHost();
                one = host;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return host;
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        variables.put("OPENWOP_WEBHOOK_ALLOW_PRIVATE", "true");
        return variables;
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    /// A command of an operator beside the host.
    Asked command(String... words) {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--data";
        all[words.length + 1] = data();
        return Asked.waybill(variables(), InstantSource.system(), new byte[0], all);
    }

    private String key(String tenant) {
        return command("apikeys", "new", "--tenant", tenant, "--json")
                .json()
                .string("apiKey")
                .orElseThrow();
    }

    String url() {
        return served.url();
    }

    String key() {
        return acme;
    }

    /// An answer with its JSON.
    record Reply(int status, String body, HttpResponse<String> response) {

        JsonObject json() {
            return object(body);
        }

        Reply is(int... expected) {
            assertThat(expected).as(body).contains(status);
            return this;
        }

        String text(String name) {
            return json().string(name).orElseThrow(() -> new AssertionError(name + " in " + body));
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    static JsonObject object(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// @param json with single quotes
    static JsonObject quoted(String json) {
        return object(json.replace('\'', '"'));
    }

    Reply send(HttpRequest.Builder request) {
        try {
            HttpRequest asked = request.timeout(PATIENCE).build();
            HttpResponse<String> response = client.send(asked, HttpResponse.BodyHandlers.ofString());
            Reply reply = new Reply(response.statusCode(), response.body(), response);
            described()
                    .fits(
                            asked.method(),
                            asked.uri().getRawPath(),
                            reply.status(),
                            reply.header("Content-Type"),
                            reply.body());
            if (reply.status() >= 400 && reply.body().startsWith("{")) {
                judge.fits("error-envelope.schema.json", reply.body());
                assertThat(reply.body()).doesNotContain("\tat ", "Exception", "dev.waybill");
            }
            return reply;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What the host says of its own answers.
    private OpenApiJudge described() throws IOException, InterruptedException {
        OpenApiJudge known = described;
        if (known == null) {
            HttpRequest document = request("/v1/openapi.json", "").GET().build();
            known = OpenApiJudge.of(
                    client.send(document, HttpResponse.BodyHandlers.ofString()).body());
            described = known;
        }
        return known;
    }

    HttpRequest.Builder request(String path, String key) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url() + path)).header("Accept", "application/json");
        return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    Reply get(String path) {
        return send(request(path, acme).GET());
    }

    Reply getAsGlobex(String path) {
        return send(request(path, globex).GET());
    }

    /// @param json with single quotes
    /// @param headers names and values in turn
    Reply post(String path, String json, String... headers) {
        return send(acme, path, json, headers);
    }

    Reply postAsGlobex(String path, String json) {
        return send(globex, path, json);
    }

    Reply postWithoutKey(String path, String json) {
        return send("", path, json);
    }

    private Reply send(String key, String path, String json, String... headers) {
        HttpRequest.Builder request = request(path, key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    String start(String workflow) {
        return start(workflow, "");
    }

    /// @param more members of the body
    String start(String workflow, String more) {
        return post("/v1/runs", "{'workflowId':'" + workflow + "'" + (more.isEmpty() ? "" : "," + more) + "}")
                .is(201)
                .text("runId");
    }

    JsonObject snapshot(String run) {
        return get("/v1/runs/" + run).is(200).json();
    }

    /// Waits for one of some statuses.
    JsonObject until(String run, String... statuses) {
        JsonObject snapshot = Until.seen(
                () -> snapshot(run),
                seen -> List.of(statuses).contains(seen.string("status").orElseThrow()));
        judge.fits("run-snapshot.schema.json", snapshot.toString());
        return snapshot;
    }

    /// The log, judged.
    Log log(String run) {
        JsonArray events = get("/v1/runs/" + run + "/events")
                .is(200)
                .json()
                .array("events")
                .orElseThrow();
        judge.log(events.items().stream().map(JsonValue::toString).toList());
        return new Log(events.items().stream()
                .map(event -> event.asObject().orElseThrow())
                .toList());
    }

    void fits(String schema, String json) {
        judge.fits(schema, json);
    }

    /// Brings a supervisor and its dispatch, without edges.
    ///
    /// @param plan the decisions, with single quotes
    /// @param dispatch members of the dispatch's configuration
    String team(String id, String plan, String dispatch) {
        return team(id, "'mockDispatchPlan':[" + plan + "]", dispatch, "");
    }

    String team(String id, String supervisor, String dispatch, String more) {
        post(SEAMS + "/workflows", """
                        {'workflowId':'%s','nodes':[
                         {'nodeId':'plan','typeId':'core.orchestrator.supervisor','config':{%s}},
                         {'nodeId':'work','typeId':'core.dispatch','config':{%s}}]%s}""".formatted(id, supervisor, dispatch, more))
                .is(201);
        return id;
    }

    /// Answers the question that a run asks.
    Reply answer(String run, String value) {
        String node =
                snapshot(run).object("interrupt").orElseThrow().string("nodeId").orElseThrow();
        return post("/v1/runs/" + run + "/interrupts/" + node, "{'resumeValue':" + value + "}");
    }
}
