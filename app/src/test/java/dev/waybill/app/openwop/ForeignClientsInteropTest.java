package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.ForeignClients;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Clients that others wrote, or that a tool wrote from our own description.
class ForeignClientsInteropTest {

    private static final Path SCRIPTS = Path.of("src", "test", "node");

    private final JudgedHost host = JudgedHost.shared();

    /// The compiler holds the script against the types of the document, so a member that is not described fails it.
    @Test
    void aClientThatWasGeneratedFromTheDocumentDrivesARun() throws Exception {
        ForeignClients.tool(
                "openapi-typescript/bin/cli.js", List.of(host.url() + "/v1/openapi.json", "-o", "waybill-api.d.ts"));
        ForeignClients.beside(SCRIPTS.resolve("openapi-client.ts"));
        ForeignClients.tool(
                "typescript/lib/tsc.js",
                List.of(
                        "--strict",
                        "--module",
                        "nodenext",
                        "--target",
                        "es2022",
                        "--lib",
                        "es2022,dom,dom.asynciterable",
                        "--types",
                        "node",
                        "openapi-client.ts"));
        JsonObject told =
                JudgedHost.object(ForeignClients.tool("../openapi-client.js", List.of(host.url(), host.key())));
        String run = told.string("runId").orElseThrow();
        assertThat(told.get("ended")).hasToString("true");
        assertThat(told.string("source")).contains(run);
        assertThat(told.get("parent")).hasToString("null");
        assertThat(told.string("refused")).contains("run_not_found");
        host.until(run, "completed");
    }

    @Test
    void anEventSourceComesBackWhereItWasAndMissesNothing() throws Exception {
        String run = host.start("conformance-approval");
        host.until(run, "waiting-approval");
        String url = host.url() + "/v1/runs/" + run + "/events?streamMode=debug";
        List<Long> seen = read(url, "node.suspended");
        host.answer(run, "{'action':'accept'}").is(200);
        host.until(run, "completed");
        seen.addAll(read(url, "run.completed", String.valueOf(seen.getLast())));
        List<Long> all = host.log(run).events().stream().map(Log::sequence).toList();
        assertThat(seen).isEqualTo(all);
    }

    private List<Long> read(String url, String until, String... last) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(url, host.key(), until));
        arguments.addAll(List.of(last));
        JsonObject told = JudgedHost.object(ForeignClients.node(SCRIPTS.resolve("eventsource-client.mjs"), arguments));
        List<Long> seen = new ArrayList<>();
        for (JsonValue each : told.array("seen").orElseThrow()) {
            seen.add(Long.parseLong(each.toString()));
        }
        return seen;
    }
}
