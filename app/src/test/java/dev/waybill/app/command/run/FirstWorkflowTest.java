package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody meets who writes a first workflow: `workflow new`, `nodes`, `workflow check`, and `run` with
/// inputs.
class FirstWorkflowTest {

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    @Test
    void aFirstWorkflowIsWrittenThatChecksAndRuns() {
        String file = folder.resolve("first.json").toString();

        assertThat(desk.ask(ExitCode.YES, "workflow", "new", "first-steps", "--out", file)
                        .out())
                .contains("wrote " + file, "waybill run " + file);
        assertThat(desk.ask(ExitCode.YES, "workflow", "check", file).out()).doesNotContain("warning");
        assertThat(desk.ask(ExitCode.YES, "run", file, "--input", "who=Ada").out())
                .contains("Hello, Ada!", "– breathe");
        assertThat(desk.ask(ExitCode.YES, "run", file, "--input", "who=Grace H.")
                        .out())
                .contains("Hello, Grace H.!", "✓ breathe");
    }

    @Test
    void aFileThatIsThereIsNeverOverwrittenAndABadIdIsToldSo() {
        String file = desk.file("mine.json", "{}");

        assertThat(desk.ask(ExitCode.NO, "workflow", "new", "mine", "--out", file)
                        .err())
                .contains("exists already");
        assertThat(desk.ask(ExitCode.USAGE, "workflow", "new", "My Flow").err()).contains("'My Flow'");
    }

    @Test
    void nodeTypesAreListedEachWithASentence() {
        assertThat(desk.ask(ExitCode.YES, "nodes").out()).contains("core.approvalGate", "Waits until enough people");
        assertThat(desk.ask(ExitCode.YES, "nodes", "--json")
                        .json()
                        .array("types")
                        .orElseThrow()
                        .items())
                .extracting(type -> ((JsonObject) type).string("typeId").orElseThrow())
                .contains("core.noop", "core.subWorkflow");
    }

    @Test
    void oneTypeIsShownWithItsMembersAndAnExampleThatRuns() {
        assertThat(desk.ask(ExitCode.YES, "nodes", "core.delay").out())
                .contains("core.delay  Waits.", "ms (", "60000 is a minute", "example", "\"wait-a-moment\"");

        JsonValue example =
                desk.ask(ExitCode.YES, "nodes", "core.delay", "--json").json().get("example");
        String file = desk.file("example.json", String.valueOf(example));
        desk.ask(ExitCode.YES, "workflow", "check", file);
        desk.ask(ExitCode.YES, "run", file);
    }

    @Test
    void aTypeThatIsNotThereIsNamedWithTheNearestOne() {
        assertThat(desk.ask(ExitCode.NO, "nodes", "core.dealy").err()).contains("did you mean core.delay?");
    }

    @Test
    void theCheckFindsWhatARunWouldWaitForInVain() {
        String file = desk.file("bad.json", """
                {"id":"bad","name":"Bad","version":"1","triggers":[{"id":"nightly","type":"event"}],"nodes":[
                  {"id":"wait","typeId":"core.dealy"},
                  {"id":"gate","typeId":"core.approvalGate","config":{"timeoutMs":"1h","actions":"accept"}},
                  {"id":"call","typeId":"core.subWorkflow","config":{"workflowId":"nowhere"}}]}""");

        Asked check = desk.ask(ExitCode.NO, "workflow", "check", file);

        assertThat(check.out())
                .contains(
                        "5 errors",
                        "unknown_type",
                        "did you mean \"core.delay\"?",
                        "/nodes/1/config/timeoutMs",
                        "/nodes/1/config/actions",
                        "unknown_workflow",
                        "nowhere",
                        "unserved_trigger");
        desk.ask(ExitCode.NO, "run", file);
    }

    @Test
    void aWorkflowWithTriggersStartsByHandAndTheCheckSaysSo() {
        String sound = """
                {"id":"hooked","name":"Hooked","version":"1","nodes":[{"id":"a","typeId":"core.noop"}],"triggers":[
                  {"id":"night","type":"schedule","config":{"cron":"0 2 * * *"}},
                  {"id":"order","type":"webhook","config":{"path":"/orders"}},
                  {"id":"failed","type":"error"}]}""";
        for (boolean good : List.of(true, false)) {
            String file = desk.file("hooked.json", good ? sound : sound.replace("0 2 *", "0 27 *"));
            ExitCode expected = ExitCode.of(good);

            desk.ask(expected, "workflow", "check", file);
            Asked run = desk.ask(expected, "run", file);
            assertThat(run.out() + run.err()).contains(good ? "completed" : "trigger night");
        }
    }

    @Test
    void theCheckFindsATriggerThatCouldNeverStartARun() {
        String definition = """
                {"id":"hk","name":"HK","version":"1","nodes":[{"id":"a","typeId":"core.noop"}],
                 "variables":[{"name":"sku","type":"number","required":true},{"name":"trigger","type":"object"}],
                 "triggers":[{"id":"order","type":"webhook","config":{"path":"/orders"%s}}]}""";

        assertThat(desk.ask(ExitCode.NO, "workflow", "check", desk.file("hk.json", definition.formatted("")))
                        .out())
                .contains("bad_trigger", "/triggers/0/config", "required input \"sku\"", "{\"sku\": \"/body/sku\"}");
        String wrong = desk.file("hk.json", definition.formatted(",\"inputs\":{\"sku\":\"x\"}"));
        assertThat(desk.ask(ExitCode.NO, "workflow", "check", wrong).out())
                .contains("config.inputs.sku: expected a number");
        String nowhere = desk.file("hk.json", definition.formatted(",\"inputsFrom\":{\"sku\":\"body.sku\"}"));
        assertThat(desk.ask(ExitCode.NO, "workflow", "check", nowhere).out()).contains("expected JSON pointers");
        for (String filled : List.of("\"inputs\":{\"sku\":1}", "\"inputsFrom\":{\"sku\":\"/body/sku\"}")) {
            desk.ask(ExitCode.YES, "workflow", "check", desk.file("hk.json", definition.formatted("," + filled)));
        }
    }

    @Test
    void filesThatAreCheckedTogetherKnowEachOther() {
        String parent = desk.file("parent.json", """
                {"id":"parent","name":"P","version":"1","nodes":[
                  {"id":"call","typeId":"core.subWorkflow","config":{"workflowId":"elsewhere"}}]}""");
        folder.resolve("other").toFile().mkdir();
        String child = desk.file("other/child.json", """
                {"id":"elsewhere","name":"C","version":"1","nodes":[{"id":"a","typeId":"core.noop"}]}""");

        desk.ask(ExitCode.NO, "workflow", "check", parent);
        desk.ask(ExitCode.YES, "workflow", "check", parent, child);
    }

    @Test
    void anInputThatNobodyReadsIsRefusedWithThoseThatAreKnown() {
        String file = desk.workflow("greet", "{\"name\":\"who\",\"type\":\"string\"}", RunDesk.NOOP);

        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--input", "whoo=Ada").err())
                .contains("no \"whoo\"", "did you mean \"who\"?", "It takes who.");
        String inputs = desk.file("in.json", "{\"whom\":1}");
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--inputs", inputs).err())
                .contains("no \"whom\"");
    }

    @Test
    void theDeclaredTypeSaysHowAnInputIsRead() {
        String file = desk.workflow(
                "typed",
                "{\"name\":\"version\",\"type\":\"string\"},{\"name\":\"count\",\"type\":\"number\"}",
                RunDesk.NOOP);

        String run = desk.run(ExitCode.YES, file, "--input", "version=2.0", "--input", "count=2.0");
        assertThat(desk.show(run).object("variables").orElseThrow()).hasToString("{\"count\":2.0,\"version\":\"2.0\"}");
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--input", "count=two").err())
                .contains("--input count: expected a number, found 'two'");
    }

    @Test
    void theDeclaredTypeSaysHowAForkReadsAValueToo() {
        String file = desk.workflow("typed", "{\"name\":\"version\",\"type\":\"string\"}", RunDesk.NOOP);
        String run = desk.run(ExitCode.YES, file, "--input", "version=1.0");

        String fork = desk.ask(ExitCode.YES, "fork", run, "--at", "1", "--set", "version=2.0", "--json")
                .json()
                .string("runId")
                .orElseThrow();

        assertThat(desk.show(fork).object("variables").orElseThrow()).hasToString("{\"version\":\"2.0\"}");
        assertThat(desk.ask(ExitCode.USAGE, "fork", run, "--at", "1", "--set", "verison=3")
                        .err())
                .contains("did you mean \"version\"?");
    }
}
