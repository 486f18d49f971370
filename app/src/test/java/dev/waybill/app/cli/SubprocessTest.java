package dev.waybill.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
@Timeout(300)
class SubprocessTest {

    private static final String LONG = "sleep 3000";

    @Test
    void whatAProgramSaysIsKeptAndHowItEnded() {
        assertThat(Subprocess.run(List.of("sh", "-c", "echo one; echo two >&2; exit 7")))
                .isEqualTo(new Subprocess(7, "one\ntwo\n"));
        assertThat(Subprocess.run(List.of("no-such-program-anywhere")).succeeded())
                .isFalse();
    }

    @Test
    void aProgramThatDoesNotEndCountsAsFailed() {
        Subprocess stuck = Subprocess.run(List.of("sh", "-c", "exec " + LONG), Duration.ofSeconds(1));
        assertThat(stuck.exitCode()).isEqualTo(-1);
    }

    /// As xdg-open starts a browser and ends: nobody waits until the browser is closed.
    @Test
    void whatAProgramLeavesBehindIsNotWaitedFor() {
        Subprocess ended = Subprocess.run(List.of("sh", "-c", LONG + " & echo $!"));
        assertThat(ended.exitCode()).isZero();
        ProcessHandle left =
                ProcessHandle.of(Long.parseLong(ended.output().strip())).orElseThrow();
        assertThat(left.isAlive()).isTrue();
        left.destroyForcibly();
    }

    @Test
    void aLaunchedProgramMayGoOn() {
        assertThat(Subprocess.launch(List.of("sleep", "5"))).isTrue();
        assertThat(Subprocess.launch(List.of("true"))).isTrue();
        assertThat(Subprocess.launch(List.of("false"))).isFalse();
        assertThat(Subprocess.launch(List.of("no-such-program-anywhere"))).isFalse();
    }
}
