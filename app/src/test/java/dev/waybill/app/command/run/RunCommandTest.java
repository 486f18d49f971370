package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {

    private static final String AMOUNT = "{\"name\":\"amount\",\"type\":\"number\",\"required\":true}";
    private static final String NAME = "{\"name\":\"name\",\"type\":\"string\",\"required\":true}";

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    private static String echo(String variable) {
        return node(
                "echo",
                "core.identity",
                "{}",
                "{\"it\":{\"type\":\"variable\",\"variableName\":\"" + variable + "\"}}");
    }

    @Test
    void runsToTheEndAndShowsNodesOutputsAndReceipts() {
        String file = desk.workflow("greet", NAME, NOOP, echo("name"));

        Asked asked = desk.ask(ExitCode.YES, "run", file, "--input", "name=42");

        assertThat(asked.err()).isEmpty();
        assertThat(asked.out())
                .contains("Workflow greet  run_", "✓ a", "✓ echo", "completed in", "{\"it\":\"42\"}")
                .contains("receipts  3, signed by https://k-", "summary   sha256:", "waybill show run_");
    }

    @Test
    void aProgramGetsOneObject() {
        String file = desk.workflow("price", AMOUNT, echo("amount"));

        JsonObject answer = desk.ask(ExitCode.YES, "run", file, "--input", "amount=42", "--json")
                .json();

        assertThat(answer.string("status")).contains("completed");
        assertThat(answer.toString()).contains("\"outputs\":{\"echo\":{\"it\":42}}");
        assertThat(answer.object("receipts").orElseThrow().toString()).contains("\"count\":2");
    }

    @Test
    void inputsComeFromAFileAndAreOverriddenByWords() {
        String file = desk.workflow("price", AMOUNT, echo("amount"));
        String inputs = desk.file("in.json", "{\"amount\":1}");

        assertThat(desk.ask(ExitCode.YES, "run", file, "--inputs", inputs).out())
                .contains("{\"it\":1}");
        assertThat(desk.ask(ExitCode.YES, "run", file, "--inputs", inputs, "--input", "amount=2")
                        .out())
                .contains("{\"it\":2}");
    }

    @Test
    void inputsMayBeGivenAsTheObjectItself() {
        String file = desk.workflow("price", AMOUNT, echo("amount"));

        assertThat(desk.ask(ExitCode.YES, "run", file, "--inputs", "{\"amount\":7}")
                        .out())
                .contains("{\"it\":7}");
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--inputs", "{amount:7}")
                        .err())
                .contains("--inputs: not valid JSON at line 1, column 2", "  {amount:7}\n   ^");
    }

    @Test
    void edgesWrittenAsElsewhereAreToldTheirNamesHere() {
        String file = desk.file("edges.json", """
                {"id":"x","name":"X","version":"1","nodes":[{"id":"a","typeId":"core.noop"},{"id":"b","typeId":"core.noop"}],
                 "edges":[{"id":"e","from":"a","to":"b"}]}""");

        assertThat(desk.ask(ExitCode.NO, "run", file).err())
                .contains("is \"from\" meant to be \"sourceNodeId\"?", "is \"to\" meant to be \"targetNodeId\"?");
    }

    @Test
    void aRunThatFailsIsANo() {
        String file = desk.workflow("broken", "", NOOP, node("bad", "core.fail", "{}"));

        Asked asked = desk.ask(ExitCode.NO, "run", file);

        assertThat(asked.out()).contains("✗ bad", "failed in");
    }

    @Test
    void aScriptThatAsksLearnsFromTheExitCodeHowARunStands() {
        String detailed = "--detailed-exit-code";
        String gate = desk.workflow("gated", "", RunDesk.GATE);
        desk.ask(ExitCode.YES, "run", desk.workflow("fine", "", NOOP), detailed);
        desk.ask(ExitCode.FAILED, "run", desk.workflow("broken", "", node("bad", "core.fail", "{}")), detailed);
        desk.ask(ExitCode.NO, "run", desk.workflow("price", AMOUNT, echo("amount")), detailed);

        String run = desk.run(ExitCode.WAITING, gate, detailed);
        desk.ask(ExitCode.WAITING, "show", run, detailed);
        desk.ask(ExitCode.YES, "show", run);
        desk.ask(ExitCode.YES, "pause", run);
        desk.ask(ExitCode.UNFINISHED, "show", run, detailed);
        desk.ask(ExitCode.WAITING, "resume", run, detailed);
        desk.ask(ExitCode.YES, "answer", run, "gate", "accept", detailed);
        desk.ask(ExitCode.YES, "show", run, detailed);

        String stopped = desk.run(ExitCode.NO, gate);
        desk.ask(ExitCode.YES, "cancel", stopped);
        desk.ask(ExitCode.CANCELLED, "show", stopped, detailed);
        desk.ask(ExitCode.UNAVAILABLE, "show", run, detailed, "--db", "postgresql://localhost:1/nowhere");
        desk.ask(ExitCode.UNAVAILABLE, "show", run, detailed, "--server", "http://127.0.0.1:1");
        desk.ask(ExitCode.NO, "show", run, "--server", "http://127.0.0.1:1");
    }

    @Test
    void theSameKeyStartsOneRun() {
        String file = desk.workflow("once", "{\"name\":\"x\",\"type\":\"number\"}", NOOP);

        String first = desk.run(ExitCode.YES, file, "--idempotency-key", "k1");
        String again = desk.run(ExitCode.YES, file, "--idempotency-key", "k1");
        String other = desk.run(ExitCode.YES, file, "--idempotency-key", "k2");

        assertThat(again).isEqualTo(first).isNotEqualTo(other);
        Asked mixed = desk.ask(ExitCode.NO, "run", file, "--idempotency-key", "k1", "--input", "x=1");
        assertThat(mixed.err()).contains("another request");
    }

    @Test
    void aBadDefinitionListsAllOfItsMistakes() {
        String file = desk.file("bad.json", "{\"id\":\"x\",\"nodes\":[{\"id\":\"a\"}],\"edges\":[]}");

        Asked person = desk.ask(ExitCode.NO, "run", file);
        Asked program = desk.ask(ExitCode.NO, "run", file, "--json");

        assertThat(person.err())
                .contains("cannot run:", "mistakes", "/nodes/0")
                .hasLineCount(1
                        + 2
                                * program.json()
                                        .object("error")
                                        .orElseThrow()
                                        .array("errors")
                                        .orElseThrow()
                                        .size());
    }

    @Test
    void aMistakeInJsonIsShownWithItsLineAndACaret() {
        String file = desk.file("typo.json", "{\n  \"id\": \"x\",\n  \"name\" \"X\"\n}");
        String shown = "not valid JSON at line 3, column 10: expected ':' after a member name\n"
                + "    \"name\" \"X\"\n           ^";

        for (String[] words : new String[][] {
            {"run", file},
            {"workflow", "check", file},
            {"runs", "--config", file},
            {"run", desk.workflow("greet", NAME, NOOP), "--inputs", file}
        }) {
            assertThat(desk.ask(ExitCode.USAGE, words).err()).contains("typo.json: " + shown);
        }
    }

    @Test
    void aMissingInputIsNamed() {
        String file = desk.workflow("price", AMOUNT + "," + NAME, echo("amount"));

        Asked asked = desk.ask(ExitCode.NO, "run", file);

        assertThat(asked.err()).contains("\"amount\" is missing", "\"name\" is missing", "--input NAME=VALUE");
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--input", "amount").err())
                .contains("name=value");
    }

    @Test
    void anUnknownNodeTypeIsNamed() {
        String file = desk.workflow("strange", "", node("s", "vendor.acme.search", "{}"));

        Asked asked = desk.ask(ExitCode.NO, "run", file, "--json");

        assertThat(asked.json().object("error").orElseThrow().string("code")).contains("capability_required");
        assertThat(asked.out()).contains("vendor.acme.search", "--node-types");
    }

    @Test
    void workflowsThatItCallsLieBesideIt() {
        desk.workflow("inner", "", NOOP);
        String outer = desk.workflow("outer", "", node("call", "core.subWorkflow", "{\"workflowId\":\"inner\"}"));

        Asked asked = desk.ask(ExitCode.YES, "run", outer);

        assertThat(asked.out()).contains("→ call", "hands over to inner", "    ✓ a", "✓ call");
    }

    @Test
    void nothingIsSignedWhenNobodyWantsIt() {
        String file = desk.workflow("quiet", "", NOOP);

        Asked asked = desk.ask(ExitCode.YES, "run", file, "--no-receipts");

        assertThat(asked.out()).contains("receipts  none");
        assertThat(folder.resolve("keys")).doesNotExist();
    }

    @Test
    void aDetachedRunIsLeftToOthers() {
        String file = desk.workflow("later", "", node("wait", "core.delay", "{\"delayMs\":1}"), NOOP);

        String run = desk.run(ExitCode.YES, file, "--detach");

        assertThat(desk.status(run)).isEqualTo("running");
        desk.ask(ExitCode.YES, "resume", run);
        assertThat(desk.status(run)).isEqualTo("completed");
    }

    @Test
    void severalCommandsShareOneDirectory() {
        String file = desk.workflow("busy", "", NOOP, node("wait", "core.delay", "{\"delayMs\":50}"));
        List<CompletableFuture<String>> started = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            started.add(CompletableFuture.supplyAsync(() -> desk.run(ExitCode.YES, file)));
        }

        List<String> runs = started.stream().map(CompletableFuture::join).toList();

        assertThat(runs).doesNotHaveDuplicates();
        assertThat(desk.ask(ExitCode.YES, "runs", "--status", "completed", "--json")
                        .json()
                        .array("runs")
                        .orElseThrow()
                        .size())
                .isEqualTo(6);
    }

    @Test
    void anUnreadableStoreIsOneSentence() {
        String file = desk.workflow("greet", "", NOOP);
        String notADirectory = desk.file("plain", "text");

        Asked asked = desk.ask(ExitCode.NO, "run", file, "--data", notADirectory);

        assertThat(asked.err()).startsWith("waybill: ").doesNotContain("Exception");
        assertThat(desk.ask(ExitCode.USAGE, "runs", "--data", "x", "--db", "postgresql://h/d")
                        .err())
                .contains("--data or --db");
    }
}
