package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent whose tool is a workflow that asks a person. No process stays up for it: the agent goes on in another one.
class AgentAcrossProcessesTest {

    @TempDir
    Path home;

    @BeforeEach
    void anAgentAndItsTool() throws IOException {
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), """
                {"name": "local.test.desk", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents", "agents": [
                  {"agentId": "local.test.desk.buyer", "persona": "Buyer", "modelClass": "general",
                   "systemPrompt": "You buy.", "toolAllowlist": ["workflow:hold"]}]}""");
        Files.writeString(home.resolve("hold.json"), """
                {"id": "hold", "name": "Hold", "version": "1", "nodes": [
                  {"id": "gate", "typeId": "core.approvalGate", "name": "g", "config": {"title": "Buy it?"}}]}""");
        Files.writeString(home.resolve("order.json"), """
                {"id": "order", "name": "Order", "version": "1", "nodes": [
                  {"id": "agent", "typeId": "core.agents.run", "name": "a", "agent": {"agentId": "local.test.desk.buyer"},
                   "config": {"resultTo": "answer"}}],
                 "variables": [{"name": "answer", "type": "string"}]}""");
    }

    private Asked ask(String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        variables.put("WAYBILL_PACKS", home.resolve("pack").toString());
        variables.put("WAYBILL_MODELS", """
                {"mock": {"wire": "mock", "program": {"agent": [
                  {"toolCalls": [{"id": "c1", "name": "hold", "arguments": {}}]},
                  {"content": "It is bought."}]}}}""");
        return Asked.waybill(variables, InstantSource.system(), new byte[0], words);
    }

    private String run(String workflow) {
        List<String> found = new ArrayList<>();
        ask("runs", "--json").json().array("runs").orElseThrow().forEach(each -> {
            JsonObject run = each.asObject().orElseThrow();
            if (run.string("workflowId").orElse("").equals(workflow)) {
                found.add(run.string("runId").orElseThrow());
            }
        });
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @Test
    void itGoesOnWhereAnyProcessFindsThatItsToolHasReturned() {
        ask("run", home.resolve("order.json").toString());
        String order = run("order");
        String hold = run("hold");
        assertThat(ask("events", order, "--json").out())
                .contains("node.dispatched")
                .doesNotContain("node.resumed", "agent.invocation");

        assertThat(ask("answer", hold, "gate", "accept", "--by", "ada").code()).isEqualTo(ExitCode.YES);
        Asked resumed = ask("resume", order);

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.YES);
        String events = ask("events", order, "--json").out();
        assertThat(events)
                .contains("node.resumed", "agent.toolReturned", "It is bought.")
                .containsOnlyOnce("\"agent.toolCalled\"");
        for (String run : List.of(order, hold)) {
            String proof = home.resolve(run + ".zip").toString();
            assertThat(ask("export", run, "--out", proof).code()).isEqualTo(ExitCode.YES);
            Asked verified = ask("verify", proof);
            assertThat(verified.code()).as(verified.out() + verified.err()).isEqualTo(ExitCode.YES);
        }
        Asked replayed = ask("replay", order);
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isEqualTo(ExitCode.YES);
        Asked checked = ask("fsck", "--deep");
        assertThat(checked.code()).as(checked.out() + checked.err()).isEqualTo(ExitCode.YES);
    }
}
