package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.NOOP;
import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenAnswerTest {

    private static final String GATE =
            node("gate", "core.approvalGate", "{\"title\":\"Ship it?\",\"actions\":[\"accept\",\"reject\"]}");
    private static final String ASK =
            node("ask", "core.clarificationGate", "{\"questions\":[{\"id\":\"q1\",\"question\":\"Which?\"}]}");

    @TempDir
    Path folder;

    private RunDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new RunDesk(folder);
    }

    private String token(String run) {
        return desk.ask(ExitCode.YES, "show", run, "--tokens", "--json")
                .json()
                .array("tokens")
                .orElseThrow()
                .get(0)
                .asObject()
                .flatMap(token -> token.string("token"))
                .orElseThrow();
    }

    @Test
    void aWaitingRunSaysHowToGetATokenAndTheTokenAnswers() {
        Asked waiting = desk.ask(ExitCode.NO, "run", desk.workflow("ship", "", GATE, NOOP));
        assertThat(waiting.out()).containsPattern("waybill show run_\\w+ --tokens");
        String run = waiting.out().replaceAll("(?s).*(run_\\w{26}).*", "$1");

        Asked shown = desk.ask(ExitCode.YES, "show", run, "--tokens");
        assertThat(shown.out()).contains("token for Ship it?").containsPattern("waybill answer --token \\S+ accept");

        Asked answered = desk.ask(ExitCode.YES, "answer", "--token", token(run), "accept", "feedback=fine");
        assertThat(answered.out()).contains("answered accept by kim", "✓ gate", "completed");
    }

    @Test
    void everyWordBehindATokenIsTheAnswer() throws IOException {
        String run = desk.run(ExitCode.NO, desk.workflow("ask", "", ASK));

        String secret = "file:" + Files.writeString(folder.resolve("token.txt"), token(run));
        desk.ask(ExitCode.YES, "answer", "--token", secret, "q1=blue", "--by", "ada");

        assertThat(desk.show(run).object("outputs").orElseThrow().toString()).contains("\"q1\":\"blue\"");
    }

    @Test
    void aTokenOfAChildsQuestionAnswersTheChild() {
        desk.workflow("inner", "", GATE);
        String run = desk.run(
                ExitCode.NO,
                desk.workflow("outer", "", node("call", "core.subWorkflow", "{\"workflowId\":\"inner\"}"), NOOP));

        desk.ask(ExitCode.YES, "answer", "--token", token(run), "accept");

        desk.ask(ExitCode.YES, "resume", run);
    }

    @Test
    void theSameTokenAnswersOnce() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));
        String token = token(run);
        desk.ask(ExitCode.YES, "answer", "--token", token, "accept");

        desk.ask(ExitCode.YES, "answer", "--token", token, "accept");
        assertThat(refused(ExitCode.NO, token, "reject")).isEqualTo("interrupt_already_resolved");
    }

    @Test
    void aTokenThatDoesNotHoldIsRefusedWithItsOwnCode() throws Exception {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));
        String token = token(run);
        int dot = token.indexOf('.');
        String changed =
                token.substring(0, dot + 1) + (token.charAt(dot + 1) == 'A' ? 'B' : 'A') + token.substring(dot + 2);
        RunDesk stranger = new RunDesk(Files.createDirectory(folder.resolve("stranger")));
        String foreign = stranger.ask(
                        ExitCode.YES,
                        "show",
                        stranger.run(ExitCode.NO, stranger.workflow("ship", "", GATE, NOOP)),
                        "--tokens",
                        "--json")
                .json()
                .array("tokens")
                .orElseThrow()
                .get(0)
                .asObject()
                .flatMap(it -> it.string("token"))
                .orElseThrow();

        assertThat(refused(ExitCode.TAMPERED, changed, "accept")).isEqualTo("token_forged");
        assertThat(refused(ExitCode.NO, foreign, "accept")).isEqualTo("token_unknown_run");
        assertThat(refused(ExitCode.USAGE, "nonsense", "accept")).isEqualTo("token_malformed");
        assertThat(desk.status(run)).isEqualTo("waiting-approval");
    }

    @Test
    void aTokenEndsAfterItsTime() {
        String run = desk.run(ExitCode.NO, desk.workflow("ship", "", GATE, NOOP));
        String token = token(run);
        InstantSource later = () -> InstantSource.system().instant().plus(Duration.ofMinutes(31));

        Asked asked =
                Asked.waybill(desk.variables(), later, new byte[0], "answer", "--token", token, "accept", "--json");

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(code(asked)).isEqualTo("token_expired");
        assertThat(desk.ask(ExitCode.USAGE, "show", run, "--tokens", "--token-minutes", "0")
                        .err())
                .contains("--token-minutes");
    }

    @Test
    void withoutATokenRunAndNodeAreNeeded() {
        assertThat(desk.ask(ExitCode.USAGE, "answer").err()).contains("expected a run, the node that asks");
        assertThat(desk.ask(ExitCode.USAGE, "answer", "run_x").err()).contains("expected a run, the node that asks");
    }

    private String refused(ExitCode code, String token, String answer) {
        return code(desk.ask(code, "answer", "--token", token, answer, "--json"));
    }

    private static String code(Asked asked) {
        return asked.json()
                .object("error")
                .flatMap(error -> error.string("code"))
                .orElseThrow();
    }
}
