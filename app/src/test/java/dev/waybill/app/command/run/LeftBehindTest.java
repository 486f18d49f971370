package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import dev.waybill.host.Host;
import dev.waybill.host.Run;
import dev.waybill.host.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An answer given with a command line that lacks what the run's next step needs: forgetting `--config` ends nobody's
/// run.
class LeftBehindTest {

    private static final String PACK = """
            {"name": "local.test.writer", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents",
             "runtime": {"language": "remote", "entry": "pack.json"}, "peerDependencies": {}, "agents": [
              {"agentId": "local.test.writer.one", "persona": "One", "modelClass": "general",
               "systemPrompt": "You write."}]}""";

    @TempDir
    Path folder;

    private RunDesk desk() throws IOException {
        Path pack = Files.createDirectories(folder.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), PACK);
        return new RunDesk(folder);
    }

    /// Each line: what is lacking, the node that needs it, the setting that brings it, the words that name it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            agent   | core.agents.run                 | {}                                                                          | "packs":["pack"]                                                             | no agent is called local.test.writer.one here
            server  | core.openwop.mcp.list-tools     | {"serverId":"shop"}                                                         | "mcp-servers":{"shop":{"url":"http://127.0.0.1:9/mcp"}}                      | no MCP server is called "shop"
            program | waybill.exec                    | {"program":"say"}                                                           | "programs":{"say":{"command":["/bin/echo","1"]}}                             | no program is called "say"
            secret  | core.openwop.http.fetch         | {"url":"http://127.0.0.1:9/","headers":{"Authorization":"secret:items"}}    | "secrets":{"items":{"from":"env:USER","hosts":["127.0.0.1"]}}                | no secret is called "items"
            model   | core.ai.callPrompt              | {"prompt":"hello","provider":"house","model":"m"}                           | "models":{"house":{"wire":"openai-chat","url":"http://127.0.0.1:9","models":["m"]}} | there is no provider house here
            """)
    void isRefusedAndTheRunStaysForWhoHasIt(String what, String type, String config, String setting, String words)
            throws IOException {
        RunDesk desk = desk();
        String node = node("work", type, config);
        String work = what.equals("agent")
                ? node.substring(0, node.length() - 1) + ",\"agent\":{\"agentId\":\"local.test.writer.one\"}}"
                : node;
        String flow = desk.workflow("flow", "", RunDesk.GATE, work);
        String settings = desk.file("c.json", "{\"agents\":{%s}}".formatted(setting));

        String run = desk.run(ExitCode.NO, flow, "--config", settings);
        JsonObject before = desk.show(run);
        Asked refused = desk.ask("answer", run, "gate", "accept", "--json");
        assertThat(refused.json().object("error").orElseThrow().string("code"))
                .as(refused.out())
                .contains("capability_required");
        assertThat(refused.out()).contains(words.replace("\"", "\\\"")).contains("--config");
        assertThat(desk.show(run)).as("nothing has happened").isEqualTo(before);

        desk.ask("answer", run, "gate", "accept", "--no-wait", "--config", settings);
        assertThat(desk.status(run)).as(what).isNotEqualTo("waiting-approval").isNotEqualTo("failed");
        // A process without it may look after the run, and leaves it.
        Asked left = desk.ask("resume", run);
        assertThat(left.err()).contains(words).contains("left to other processes");
        assertThat(desk.status(run)).as(what).isEqualTo("running");
        assertThat(desk.ask("doctor").out() + desk.ask("show", run).out()).contains("running");

        desk.ask("resume", run, "--config", settings);
        assertThat(List.of("completed", "failed")).contains(desk.status(run));
    }

    @Test
    void whatOnlyAnEmbeddingProgramHasIsLeftToIt() throws Exception {
        RunDesk desk = desk();
        try (Host program = Host.at(folder.resolve("data"))
                .keys(folder.resolve("keys"))
                .agent("acme.poet", (_, _) -> "Roses are red")
                .workflow(Workflow.named("poem").approval("gate", "Write it?").agent("write", "acme.poet"))
                .open()) {
            Run run = program.start("poem", null);
            run.awaitQuestion();
            Asked refused = desk.ask("answer", run.id(), "gate", "accept", "--json");
            assertThat(refused.json().object("error").orElseThrow().string("code"))
                    .as(refused.out())
                    .contains("capability_required");
            run.answer("gate", "accept", "ada");
            assertThat(run.await().isCompleted()).isTrue();
        }
    }

    @Test
    void isRefusedAtTheStartWhereItCanBeKnown() throws IOException {
        RunDesk desk = desk();
        String flow = desk.workflow(
                "flow", "", node("work", "core.ai.callPrompt", "{\"prompt\":\"hello\",\"provider\":\"house\"}"));
        Asked refused = desk.ask("run", flow, "--json");
        assertThat(refused.json().object("error").orElseThrow().string("code")).contains("capability_required");
    }
}
