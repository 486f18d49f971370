package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The critic of a team, and its author, may be agents of a pack; on the mock they need no key.
class AgentCriticTest {

    private static final String CRITIC = "local.desk.critic";

    @TempDir
    Path home;

    private Asked ask(String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("WAYBILL_DATA", home.resolve("data").toString());
        variables.put("WAYBILL_KEYS", home.resolve("keys").toString());
        return Asked.waybill(variables, words);
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    /// A mock gives the first thing that fits: the schema says what its critic thinks.
    private void pack(String verdict) throws IOException {
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("verdict.schema.json"), json("""
                {'type':'object','required':['verdict'],'properties':{'verdict':{'const':'%s'}},'additionalProperties':false}""".formatted(verdict)));
        Files.writeString(pack.resolve("pack.json"), json("""
                {'name':'local.desk','version':'1.0.0','engines':{'openwop':'>=1.0.0 <2.0.0'},
                 'runtime':{'language':'remote','entry':'pack.json'},
                 'agents':[
                  {'agentId':'%s','persona':'Critic','modelClass':'reasoning','systemPrompt':'Judge.',
                   'handoff':{'returnSchemaRef':'verdict.schema.json'}},
                  {'agentId':'local.desk.author','persona':'Author','modelClass':'writing','systemPrompt':'Write.'}]}""".formatted(CRITIC)));
        Asked added = ask("pack", "add", pack.toString());
        assertThat(added.code()).as(added.err()).isEqualTo(ExitCode.YES);
    }

    private Asked run(String verifier) throws IOException {
        Path team = home.resolve("team.json");
        Files.writeString(team, json("""
                {'id':'team','name':'Team','version':'1.0.0','variables':[{'name':'text','type':'object'}],'nodes':[
                 {'id':'plan','typeId':'core.orchestrator.supervisor','config':{'rules':[
                  {'when':'lastTurn == null','then':{'kind':'next-worker','nextWorkerIds':['local.desk.author']}},
                  {'then':{'kind':'terminate','reason':'done'}}]}},
                 {'id':'act','typeId':'core.dispatch','config':{
                  'outputMapping':{'text':'result'},'verifier':{%s}}}]}""".formatted(verifier)));
        return ask("run", team.toString(), "--json");
    }

    @Test
    void anAgentsVerdictLetsTheWorkOfAnotherPass() throws IOException {
        pack("pass");
        Asked run = run("'agent':'" + CRITIC + "'");
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.YES);
        assertThat(run.json().array("verdicts").orElseThrow().toString())
                .contains("\"agentId\":\"" + CRITIC + "\"", "\"verdict\":\"pass\"")
                .doesNotContain("selfVerified");
        Path proof = home.resolve("proof.zip");
        String id = run.json().string("runId").orElseThrow();
        ask("export", id, "--with-children", "--out", proof.toString());
        Asked verified = ask("verify", proof.toString());
        assertThat(verified.code()).as(verified.out()).isEqualTo(ExitCode.YES);
        assertThat(verified.out()).contains("1 pass by " + CRITIC);
        Asked checked = ask("fsck", "--deep");
        assertThat(checked.code()).as(checked.out()).isEqualTo(ExitCode.YES);
    }

    @Test
    void anAgentThatFindsItBadBlocksIt() throws IOException {
        pack("fail");
        Asked run = run("'agent':'" + CRITIC + "'");
        assertThat(run.code()).isEqualTo(ExitCode.NO);
        assertThat(run.out()).contains("verification_unresolved");
    }

    /// An agent of a pack does the work under another one's eyes, or a workflow's, and a supervisor decides under them.
    private Asked judged(String verifier, String name) throws IOException {
        Path flow = home.resolve(name + ".json");
        Files.writeString(home.resolve("judge.json"), json("""
                {'id':'judge','name':'Judge','version':'1.0.0','variables':[{'name':'output','type':'object'}],'nodes':[{'id':'say','typeId':'core.identity','inputs':{
                 'verdict':{'type':'expression','expression':'variables.output != null ? \\"pass\\" : \\"fail\\"'}}}]}"""));
        Files.writeString(flow, json("""
                {'id':'%s','name':'Flow','version':'1.0.0','variables':[{'name':'text','type':'object'}],'nodes':[
                 {'id':'write','typeId':'core.agents.run','agent':{'agentId':'local.desk.author'},
                  'config':{'resultTo':'text','verifier':{%s}}}]}""".formatted(name, verifier)));
        return ask("run", flow.toString(), "--json");
    }

    @Test
    void whatAnAgentDecidesIsJudgedByAnotherAgentAndByAWorkflow() throws IOException {
        pack("pass");
        for (String verifier :
                new String[] {"'agent':'" + CRITIC + "'", "'workflow':'judge','agentId':'local.judge'"}) {
            Asked run = judged(verifier, "flow" + verifier.length());
            assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.YES);
            assertThat(run.json().array("verdicts").orElseThrow().toString()).contains("\"verdict\":\"pass\"");
            Path proof = home.resolve(verifier.length() + ".zip");
            ask("export", run.json().string("runId").orElseThrow(), "--with-children", "--out", proof.toString());
            Asked verified = ask("verify", proof.toString());
            assertThat(verified.code()).as(verified.out() + verified.err()).isEqualTo(ExitCode.YES);
            assertThat(verified.out()).contains("1 pass by");
        }
        Asked checked = ask("fsck", "--deep");
        assertThat(checked.code()).as(checked.out()).isEqualTo(ExitCode.YES);
    }

    @Test
    void whatAnAgentDecidesAndItsCriticFindsBadDoesNotCount() throws IOException {
        pack("fail");
        Asked run = judged("'agent':'" + CRITIC + "'", "flow");
        assertThat(run.code()).isEqualTo(ExitCode.NO);
        assertThat(run.out()).contains("verification_failed");
        Path proof = home.resolve("proof.zip");
        ask("export", run.json().string("runId").orElseThrow(), "--with-children", "--out", proof.toString());
        assertThat(ask("verify", proof.toString()).out()).contains("blocked", "1 fail by " + CRITIC);
        Asked checked = ask("fsck", "--deep");
        assertThat(checked.code()).as(checked.out()).isEqualTo(ExitCode.YES);
    }

    @Test
    void aCriticThatIsNotThereIsFoundBeforeTheRun() throws IOException {
        pack("pass");
        Asked run = run("'agent':'local.desk.nobody'");
        assertThat(run.code()).isNotEqualTo(ExitCode.YES);
        assertThat(run.out() + run.err()).contains("local.desk.nobody");
    }
}
