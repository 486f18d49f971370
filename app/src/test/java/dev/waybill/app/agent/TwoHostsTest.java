package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.config.Settings;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two hosts, each a process with a store and a key of its own. A team on the first has a worker on the second.
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TwoHostsTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    private static final String TEAM = """
            {'id':'team','name':'Team','version':'1.0','triggers':[{'id':'t','type':'manual'}],
             'variables':[{'name':'order','type':'string'},{'name':'carrier','type':'string'}],
             'nodes':[
              {'id':'plan','typeId':'core.orchestrator.supervisor','name':'plan','position':{'x':0,'y':0},'inputs':{},
               'config':{'mockDispatchPlan':[{'kind':'next-worker','nextWorkerIds':['%s']},{'kind':'terminate'}]}},
              {'id':'act','typeId':'core.dispatch','name':'act','position':{'x':0,'y':0},'inputs':{},
               'config':{'inputMapping':{'order':'order'},'outputMapping':{'carrier':'carrier'}}}],
             'edges':[],'metadata':{},'settings':{}}""";

    private static final String SHIP = """
            {'id':'ship','name':'Ship','version':'1.0','triggers':[{'id':'t','type':'manual'}],
             'variables':[{'name':'order','type':'string'},{'name':'carrier','type':'string','defaultValue':'north-star'}],
             'nodes':[{'id':'n','typeId':'core.identity','name':'n','position':{'x':0,'y':0},'config':{},
              'inputs':{'order':{'type':'variable','variableName':'order'}}}],
             'edges':[],'metadata':{},'settings':{}}""";

    private static final String SIGN = """
            {'id':'sign','name':'Sign','version':'1.0','triggers':[{'id':'t','type':'manual'}],
             'variables':[{'name':'carrier','type':'string','defaultValue':'signed-for'}],
             'nodes':[{'id':'gate','typeId':'core.approvalGate','name':'gate','position':{'x':0,'y':0},
              'config':{'title':'Ship this order?'},'inputs':{}}],
             'edges':[],'metadata':{},'settings':{}}""";

    private static final String CALLER = """
            {'id':'caller','name':'Caller','version':'1.0',
             'nodes':[{'id':'call','typeId':'core.openwop.mcp.invoke-tool',
              'config':{'serverId':'second','toolName':'workflow_start'},
              'inputs':{'args':{'type':'static','value':{'workflowId':'parcel','context':{}}}}}]}""";

    private static final String PARCEL = """
            {'id':'parcel','name':'Parcel','version':'1.0.0','description':'Packs a parcel.',
             'steps':[{'id':'pack','title':'Pack','prompt':'Pack the parcel.'}]}""";

    private static final String SLOW = """
            {'id':'ship','name':'Slow','version':'1.0','triggers':[{'id':'t','type':'manual'}],'variables':[],
             'nodes':[{'id':'n','typeId':'core.delay','name':'n','position':{'x':0,'y':0},'config':{'ms':120000},'inputs':{}}],
             'edges':[],'metadata':{},'settings':{}}""";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
    }

    private DataDirectory directory(String name, String... workflows) throws IOException {
        DataDirectory directory = DataDirectory.in(Files.createDirectories(folder.resolve(name)));
        directory.ask(ExitCode.YES, "keys", "new");
        Files.writeString(
                folder.resolve(name + ".jwks"),
                directory.ask(ExitCode.YES, "keys", "show", "--jwks").out());
        for (int i = 0; i < workflows.length; i++) {
            Files.writeString(directory.folder().resolve("workflows/w" + i + ".json"), workflows[i].replace('\'', '"'));
        }
        return directory;
    }

    /// The second host's workflows are the first one's workers, by name.
    private static Map<String, String> knowing(Served there) {
        String agents =
                "{'shipper':{'url':'%s/a2a/ship','apiKey':'env:THERE'},'signer':{'url':'%s/a2a/sign','apiKey':'env:THERE'}}"
                        .formatted(there.url(), there.url())
                        .replace('\'', '"');
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(Settings.REMOTE_AGENTS.variable(), agents);
        settings.put("THERE", there.key());
        return settings;
    }

    private JsonObject get(Served host, String path) throws Exception {
        return json(host.url() + path, host.key(), null);
    }

    private JsonObject post(Served host, String path, String body) throws Exception {
        return json(host.url() + path, host.key(), body.replace('\'', '"'));
    }

    private JsonObject json(String url, String key, @org.jspecify.annotations.Nullable String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Accept", "application/json")
                .header("Authorization", "Bearer " + key)
                .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01");
        if (body != null) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        JsonObject answer = JsonReader.readObject(response.body(), JsonLimits.DOCUMENT);
        assertThat(response.statusCode()).as(answer.toString()).isBetween(200, 299);
        return answer;
    }

    private JsonObject until(Served host, String run, String status) throws Exception {
        while (true) {
            JsonObject snapshot = get(host, "/v1/runs/" + run);
            String now = snapshot.string("status").orElseThrow();
            if (now.equals(status)) {
                return snapshot;
            }
            assertThat(now).as(snapshot.toString()).isNotIn("failed", "cancelled", "completed");
            assertThat(host.process().process().isAlive()).isTrue();
            Thread.sleep(20);
        }
    }

    private List<JsonObject> events(Served host, String run) throws Exception {
        return objects(get(host, "/v1/runs/" + run + "/events?streamMode=debug"), "events");
    }

    private static List<JsonObject> objects(JsonObject around, String name) {
        return around.array(name).orElseThrow().items().stream()
                .map(item -> item.asObject().orElseThrow())
                .toList();
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElseThrow(() -> new AssertionError("no " + name + " in " + json));
    }

    private static String hostId(JsonObject discovery) {
        return text(
                discovery
                        .object("multiAgent")
                        .flatMap(it -> it.object("executionModel"))
                        .flatMap(it -> it.object("crossHostCausation"))
                        .orElseThrow(() -> new AssertionError(discovery.toString())),
                "hostId");
    }

    private String started(Served host) throws Exception {
        return text(post(host, "/v1/runs", "{'workflowId':'team','inputs':{'order':'7'}}"), "runId");
    }

    private String onlyRun(Served host) throws Exception {
        List<JsonObject> runs = objects(get(host, "/v1/runs"), "runs");
        assertThat(runs).hasSize(1);
        return text(runs.getFirst(), "runId");
    }

    private static List<String> hosts(List<JsonObject> events) {
        return events.stream()
                .filter(event -> event.toString().contains("causationHostId"))
                .map(event ->
                        text(event, "type") + " " + text(event.object("payload").orElseThrow(), "causationHostId"))
                .toList();
    }

    @Test
    void workGoesToAnotherHostAndItsChainLeadsBack() throws Exception {
        DataDirectory first = directory("first", TEAM.formatted("shipper"));
        DataDirectory second = directory("second", SHIP);
        try (Served there = second.serve("");
                Served here = first.serve(knowing(there))) {
            String team = started(here);
            JsonObject done = until(here, team, "completed");
            assertThat(text(done.object("variables").orElseThrow(), "carrier")).isEqualTo("north-star");
            String proxy = text(objects(done, "childRuns").getFirst(), "runId");
            String worker = onlyRun(there);

            // The hand-over has its phases here, each caused by the one before, on this host.
            List<JsonObject> log = events(here, team);
            assertThat(log.stream()
                            .filter(event -> text(event, "type").equals("core.workflowChain.event"))
                            .map(event -> text(event.object("payload").orElseThrow(), "phase")))
                    .containsExactly("dispatch.began", "dispatch.succeeded", "child.completed", "output.harvested");
            assertThat(hosts(log)).isEmpty();

            // What came back was caused there, and only that says where.
            String thereId = hostId(get(there, "/.well-known/openwop"));
            List<JsonObject> handed = events(here, proxy);
            assertThat(hosts(handed)).containsExactly("agent.toolReturned " + thereId);
            List<JsonObject> worked = events(there, worker);
            JsonObject returned = handed.stream()
                    .filter(event -> text(event, "type").equals("agent.toolReturned"))
                    .findFirst()
                    .orElseThrow();
            assertThat(text(returned, "causationId")).isEqualTo(text(worked.getLast(), "eventId"));
            assertThat(hosts(worked)).containsExactly("run.started " + hostId(get(here, "/.well-known/openwop")));
            assertThat(handed.stream().map(event -> text(event, "eventId")))
                    .contains(text(worked.getFirst(), "causationId"));
            assertThat(worked.getFirst().toString()).contains(TRACE);

            // A client walks back, one hop at a time.
            JsonObject hop = get(there, "/v1/runs/" + worker + "/ancestry")
                    .object("parent")
                    .orElseThrow();
            assertThat(text(hop, "cause")).isEqualTo("a2a-message");
            assertThat(text(hop, "runId")).isEqualTo(proxy);
            JsonObject found = json(text(hop, "wellKnownUrl"), here.key(), null);
            assertThat(hostId(found)).isEqualTo(text(hop, "hostId")).isNotEqualTo(thereId);
            JsonObject next = get(here, "/v1/runs/" + proxy + "/ancestry")
                    .object("parent")
                    .orElseThrow();
            assertThat(text(next, "cause")).isEqualTo("core.dispatch");
            assertThat(text(next, "runId")).isEqualTo(team);
            assertThat(get(here, "/v1/runs/" + team + "/ancestry").toString()).contains("\"parent\":null");

            verified(first, team, second, worker);
        }
    }

    /// The receipts of both sides are one story, with two who signed.
    private void verified(DataDirectory first, String team, DataDirectory second, String worker) {
        String ours = folder.resolve("ours.zip").toString();
        String theirs = folder.resolve("theirs.zip").toString();
        first.ask(ExitCode.YES, "export", team, "--with-children", "-o", ours);
        second.ask(ExitCode.YES, "export", worker, "-o", theirs);
        String[] keys = {
            "--jwks",
            folder.resolve("first.jwks").toString(),
            "--jwks",
            folder.resolve("second.jwks").toString()
        };
        JsonObject story = report(first, ExitCode.YES, keys, ours, theirs);
        assertThat(text(story, "verdict")).isEqualTo("verified");
        assertThat(story.toString()).contains("\"result\":\"complete\"");
        assertThat(objects(story, "workflows")).hasSize(3);
        // The first host signed for the run there and for how it ended: without that one its own story is not whole.
        JsonObject alone = report(first, ExitCode.YES, keys, ours);
        String workflow = text(
                objects(report(first, ExitCode.YES, keys, theirs), "workflows").getFirst(), "workflow_id");
        assertThat(alone.toString()).contains("\"result\":\"partial\"", workflow);
        report(first, ExitCode.NO, keys, ours, "--require-complete");
        first.ask(ExitCode.YES, "fsck", "--deep");
        report(first, ExitCode.YES, keys, ours, theirs, "--require-complete");
        // Without the first host's receipts the second one's story has no beginning, and that is told.
        assertThat(report(first, ExitCode.YES, keys, theirs).toString()).contains("LINK_NOT_FOUND");
        assertThat(story.toString()).doesNotContain("LINK_NOT_FOUND", "MIXED_WORKFLOW_ID");
        assertThat(objects(story, "keys")).hasSize(2);
    }

    private static JsonObject report(DataDirectory directory, ExitCode code, String[] keys, String... bundles) {
        List<String> words = new java.util.ArrayList<>(List.of("verify", "--json"));
        words.addAll(List.of(bundles));
        words.addAll(List.of(keys));
        return JsonReader.readObject(
                directory
                        .ask(code, words.toArray(String[]::new))
                        .out()
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8),
                JsonLimits.DOCUMENT);
    }

    @Test
    void whatAWorkerThereAsksIsAskedHereAndItsAnswerGoesOnThere() throws Exception {
        DataDirectory first = directory("first", TEAM.formatted("signer"));
        try (Served there = directory("second", SIGN).serve("");
                Served here = first.serve(knowing(there))) {
            String team = started(here);
            String proxy = child(here, team);
            JsonObject waiting = until(here, proxy, "waiting-input");
            assertThat(waiting.toString()).contains("Ship this order?");
            assertThat(waiting.object("interrupt")
                            .flatMap(interrupt -> interrupt.object("data"))
                            .orElseThrow()
                            .names())
                    .as("a clarification has no other members")
                    .containsExactly("questions");
            assertThat(text(get(there, "/v1/runs/" + onlyRun(there)), "status")).isEqualTo("waiting-approval");
            post(here, "/v1/runs/" + proxy + "/interrupts/remote", "{'resumeValue':{'answers':{'answer':'accept'}}}");
            JsonObject done = until(here, team, "completed");
            assertThat(text(done.object("variables").orElseThrow(), "carrier")).isEqualTo("signed-for");
            assertThat(text(get(there, "/v1/runs/" + onlyRun(there)), "status")).isEqualTo("completed");
        }
    }

    /// Nobody paces the guided run there: it stands at its first step, with the caller's run as its parent.
    @Test
    void aToolOnAnotherHostStartsARunThereAndItsChainLeadsBack() throws Exception {
        DataDirectory first = directory("first", CALLER);
        DataDirectory second = directory("second", PARCEL);
        try (Served there = second.serve("");
                Served here = first.serve(calling(there))) {
            String caller = text(post(here, "/v1/runs", "{'workflowId':'caller'}"), "runId");
            JsonObject done = until(here, caller, "completed");
            assertThat(done.toString()).contains("isError").doesNotContain("\"isError\":true");
            String worker = onlyRun(there);
            assertThat(events(here, caller).stream().map(event -> text(event, "type")))
                    .containsSubsequence("agent.toolCalled", "agent.toolReturned", "node.completed");

            JsonObject hop = get(there, "/v1/runs/" + worker + "/ancestry")
                    .object("parent")
                    .orElseThrow();
            assertThat(text(hop, "cause")).isEqualTo("mcp-tool-call");
            assertThat(text(hop, "runId")).isEqualTo(caller);
            assertThat(hostId(json(text(hop, "wellKnownUrl"), here.key(), null)))
                    .isEqualTo(text(hop, "hostId"));
            assertThat(events(there, worker).getFirst().toString()).contains(TRACE);

            String ours = folder.resolve("ours.zip").toString();
            String theirs = folder.resolve("theirs.zip").toString();
            first.ask(ExitCode.YES, "export", caller, "-o", ours);
            second.ask(ExitCode.YES, "export", worker, "-o", theirs);
            String[] keys = {
                "--jwks",
                folder.resolve("first.jwks").toString(),
                "--jwks",
                folder.resolve("second.jwks").toString()
            };
            JsonObject story = report(first, ExitCode.YES, keys, ours, theirs);
            assertThat(text(story, "verdict")).isEqualTo("verified");
            assertThat(objects(story, "keys")).hasSize(2);
            assertThat(story.toString()).doesNotContain("LINK_NOT_FOUND", "MIXED_WORKFLOW_ID");
        }
    }

    private static Map<String, String> calling(Served there) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                Settings.MCP_SERVERS.variable(),
                "{'second':{'url':'%s/mcp','headers':{'Authorization':'env:THERE'}}}"
                        .formatted(there.url())
                        .replace('\'', '"'));
        settings.put("THERE", "Bearer " + there.key());
        return settings;
    }

    @Test
    void aCancelReachesTheWorkerThere() throws Exception {
        DataDirectory first = directory("first", TEAM.formatted("shipper"));
        try (Served there = directory("second", SLOW).serve("");
                Served here = first.serve(knowing(there))) {
            String team = started(here);
            until(here, child(here, team), "running");
            while (objects(get(there, "/v1/runs"), "runs").isEmpty()) {
                Thread.sleep(20);
            }
            post(here, "/v1/runs/" + team + "/cancel", "{}");
            until(here, team, "cancelled");
            until(there, onlyRun(there), "cancelled");
        }
    }

    private String child(Served host, String run) throws Exception {
        while (true) {
            List<JsonObject> children = objects(get(host, "/v1/runs/" + run), "childRuns");
            if (!children.isEmpty()) {
                return text(children.getFirst(), "runId");
            }
            Thread.sleep(20);
        }
    }
}
