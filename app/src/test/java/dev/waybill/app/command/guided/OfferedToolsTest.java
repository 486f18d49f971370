package dev.waybill.app.command.guided;

import static dev.waybill.app.command.guided.GuidedDesk.objects;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which tools an agent is shown: four, and more only where somebody asks for them.
class OfferedToolsTest {

    private static final String[] FOUR = {"workflow_list", "workflow_inspect", "workflow_start", "workflow_advance"};

    @TempDir
    Path folder;

    private GuidedDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new GuidedDesk(folder);
    }

    @Test
    void fourToolsAreOfferedByDefault() {
        assertThat(tools()).containsExactly(FOUR);
        assertThat(tools("--strict")).containsExactly(FOUR);
    }

    @Test
    void aFlagAddsItsToolAndFindingBringsResuming() {
        assertThat(tools("--resume")).startsWith(FOUR).hasSize(5).endsWith("workflow_resume");
        assertThat(tools("--find")).startsWith(FOUR).hasSize(6).endsWith("workflow_resume", "workflow_find");
        assertThat(tools("--checkpoint")).startsWith(FOUR).hasSize(5).endsWith("workflow_checkpoint");
        assertThat(tools("--checkpoint", "--find", "--resume")).startsWith(FOUR).hasSize(7);
    }

    @Test
    void aServerTakesTheSameFlags() {
        assertThat(desk.ask(ExitCode.YES, "serve", "--help").out()).contains("--resume", "--find", "--checkpoint");
    }

    @Test
    void aRunOfALostChatIsFoundWithItsCheckpointWhichPeopleSeeToo() {
        GuidedAnswer start = desk.start("{'ticketId':'ACME-1'}");
        String token = GuidedDesk.text(start, "stateToken");
        desk.talk(
                List.of(GuidedDesk.call(
                        "workflow_checkpoint",
                        "{'stateToken':'%s','notesMarkdown':'Half of the yard.\\nMore.'}".formatted(token))),
                "--checkpoint");

        List<JsonObject> answers =
                desk.talk(List.of(GuidedDesk.call("workflow_find", "{'sessionId':'ACME-1'}")), "--find");

        JsonObject found = answers.getFirst().object("result").orElseThrow();
        assertThat(objects(found.object("structuredContent").orElseThrow(), "runs"))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.string("stateToken")).contains(token);
                    assertThat(run.string("checkpointMarkdown")).contains("Half of the yard.\nMore.");
                });
        assertThat(desk.ask(ExitCode.YES, "sessions", "ACME-1").out())
                .contains("▸ look-around  pending: Look around, checkpoint: Half of the yard.\n");
        assertThat(desk.ask(ExitCode.YES, "show", GuidedDesk.run(start)).out())
                .contains("checkpoint: Half of the yard.", "--tokens   prints a prompt with fresh tokens")
                .doesNotContain("blocked");
    }

    @Test
    void aPersonPrintsThePromptForAnAgentThatLostItsTokens() {
        GuidedAnswer start = desk.start("{'ticketId':'ACME-1'}");

        assertThat(desk.ask(ExitCode.YES, "show", GuidedDesk.run(start), "--tokens")
                        .out())
                .startsWith("Continue the Waybill workflow")
                .contains("# Look around", GuidedDesk.text(start, "stateToken"), GuidedDesk.text(start, "ackToken"));
    }

    private List<String> tools(String... flags) {
        JsonObject result = desk.talk(List.of("{'jsonrpc':'2.0','id':1,'method':'tools/list'}"), flags)
                .getFirst()
                .object("result")
                .orElseThrow();
        return objects(result, "tools").stream()
                .map(tool -> tool.string("name").orElseThrow())
                .toList();
    }
}
