package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckFinding;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of a real process under load, again and again. As a campaign of 40 kills: `-Dwaybill.campaign=10`.
class KilledProcessTest {

    private static final int KILLS = 4 * Math.max(1, Integer.getInteger("waybill.campaign", 1));

    @TempDir
    Path data;

    @Test
    void whatWasAnsweredIsThereAndEverythingComesToItsEnd() throws Exception {
        long seed = Long.getLong("waybill.seed", System.nanoTime());
        System.out.println("kills with -Dwaybill.seed=" + seed);
        Random random = new Random(seed);
        Set<String> answered = new LinkedHashSet<>();
        for (int kill = 0; kill < KILLS; kill++) {
            answered.addAll(runAndKill(random.nextInt(50, 600)));
        }
        assertThat(answered).isNotEmpty();
        try (BusyHost successor = new BusyHost(data)) {
            List<StoredRun> runs = allEnded(successor.store());
            assertThat(runs.stream().map(run -> run.header().runId().value())).containsAll(answered);
            runs.forEach(run -> eachNodeEndsOnce(successor.store(), run.header().runId()));
            List<FsckFinding> findings = new ArrayList<>();
            Fsck.check(successor.store(), BusyHost.KEYS, Instant.now(), findings::add);
            assertThat(findings).isEmpty();
        }
        eachExecutionHasOneInvocationId();
    }

    /// Starts the program, lets it work for a while after its first words, and kills it.
    private List<String> runAndKill(int millis) throws IOException, InterruptedException {
        Path answers = Files.createTempFile(data, "answers", ".txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BusyHost.class.getName(),
                        data.toString())
                .redirectOutput(answers.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(new File(data.toFile(), "errors.txt")))
                .start();
        while (Files.size(answers) == 0 && process.isAlive()) {
            Thread.sleep(10);
        }
        assertThat(process.isAlive()).as("the program works").isTrue();
        Thread.sleep(millis);
        process.destroyForcibly();
        process.waitFor();
        // A line that was cut off was not an answer.
        return Files.readAllLines(answers).stream()
                .filter(line -> line.length() == RunId.PREFIX.length() + 26)
                .toList();
    }

    private static List<StoredRun> allEnded(RunStore store) throws InterruptedException {
        Instant patience = Instant.now().plus(Duration.ofMinutes(2));
        List<StoredRun> runs = store.runs(RunQuery.all(1_000_000));
        while (runs.stream().anyMatch(run -> !run.projection().status().isTerminal())
                && Instant.now().isBefore(patience)) {
            Thread.sleep(100);
            runs = store.runs(RunQuery.all(1_000_000));
        }
        assertThat(runs).allMatch(run -> run.projection().status() == RunStatus.COMPLETED);
        return runs;
    }

    private static void eachNodeEndsOnce(RunStore store, RunId run) {
        List<String> ended = store.events(run, 0, Integer.MAX_VALUE).stream()
                .map(event -> EventCodec.decode(run, event).fact())
                .filter(fact -> fact instanceof NodeFact.NodeCompleted)
                .map(fact -> String.valueOf(fact.nodeId()))
                .toList();
        assertThat(ended).containsExactlyInAnyOrder("a", "b", "c", "d", "wait");
    }

    /// An invocation id belongs to one execution of one node: as many ids as executions, however often each was called.
    private void eachExecutionHasOneInvocationId() throws IOException {
        Set<String> calls = new LinkedHashSet<>();
        Set<String> ids = new LinkedHashSet<>();
        for (String line : Files.readAllLines(data.resolve("calls.txt"))) {
            String[] words = line.split(" ", -1);
            if (words.length == 3) {
                calls.add(line);
                ids.add(words[2]);
                assertThat(words[1]).isEqualTo("1");
            }
        }
        assertThat(calls).hasSameSizeAs(ids);
    }
}
