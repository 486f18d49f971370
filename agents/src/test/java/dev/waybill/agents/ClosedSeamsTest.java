package dev.waybill.agents;

import static dev.waybill.agents.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.catalog.AgentNodes;
import dev.waybill.agents.mcp.McpServers;
import dev.waybill.agents.model.wire.FakeProvider;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.part.Parts;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.egress.Seam;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Work on behalf of a replay, at each way out. None of it arrives; the same work for a run that is no replay does.
class ClosedSeamsTest {

    private static final RunId REPLAY = new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");

    @TempDir
    private Path folder;

    private final FakeProvider there = new FakeProvider();

    @AfterEach
    void stop() {
        there.close();
    }

    private List<Activity> all() {
        String touch = "['sh','-c','cat > /dev/null; touch %s; echo 1']".formatted(marker());
        Outside outside = new Outside(
                new Egress(new EgressRules(List.of(), true)),
                json("{'acme':{'wire':'openai-chat','url':'%s','models':['m']}}".formatted(there.url())),
                json("{'tools':{'command':'sh','args':['-c','touch %s']}}".formatted(marker())),
                json("{'far':{'url':'%s'}}".formatted(there.url())),
                json("{'mark':{'command':%s}}".formatted(touch)),
                JsonObject.EMPTY,
                reference -> reference,
                Parts.NONE);
        return AgentNodes.of(
                outside, new McpServers(outside.mcpServers(), outside.secret()), () -> AgentRegistry.EMPTY);
    }

    private Path marker() {
        return folder.resolve("marker");
    }

    private boolean hasArrived() {
        return !there.seen().isEmpty() || Files.exists(marker());
    }

    /// @return how it ended: the code of its failure, or `done`
    private String tried(String type, String config, String inputs) throws Exception {
        Activity activity = all().stream()
                .filter(each -> each.typeId().equals(type))
                .findFirst()
                .orElseThrow();
        try {
            NodeResult result = activity.execute(
                    TestCall.of(activity, config.replace("URL", there.url()), inputs.replace("URL", there.url())));
            return result instanceof NodeResult.Failed(var error) ? error.code() : "done";
        } catch (ReachedOutside e) {
            assertThat(e).hasMessageContaining(REPLAY.value());
            return "closed";
        }
    }

    private void isClosedToReplaysAlone(String type, String config, String inputs) throws Exception {
        Seam.repeating(REPLAY, () -> tried(type, config, inputs));
        assertThat(hasArrived()).as(type + " of a replay").isFalse();
        tried(type, config, inputs);
        assertThat(hasArrived()).as(type + " of another run").isTrue();
    }

    @Test
    void noRequestOfAReplayLeavesOverHttp() throws Exception {
        isClosedToReplaysAlone("core.openwop.http.fetch", "{'url':'URL/there'}", "{}");
    }

    @Test
    void noModelIsAskedByAReplay() throws Exception {
        assertThat(Seam.repeating(
                        REPLAY,
                        () -> tried(
                                "core.ai.chatCompletion",
                                "{'provider':'acme','model':'m'}",
                                "{'messages':[{'role':'user','content':'x'}]}")))
                .isEqualTo("closed");
        isClosedToReplaysAlone(
                "core.ai.chatCompletion",
                "{'provider':'acme','model':'m'}",
                "{'messages':[{'role':'user','content':'x'}]}");
    }

    @Test
    void noAgentElsewhereHearsOfAReplay() throws Exception {
        isClosedToReplaysAlone("core.openwop.a2a.discover-agent", "{'baseUrl':'agent:far'}", "{}");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void noProgramIsStartedByAReplay() throws Exception {
        isClosedToReplaysAlone("waybill.exec", "{'program':'mark'}", "{}");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void noMcpServerIsStartedByAReplay() throws Exception {
        isClosedToReplaysAlone("core.openwop.mcp.list-tools", "{'serverId':'tools','timeoutMs':2000}", "{}");
    }
}
