package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A host ends when it is closed, and another one goes on where it stopped, or fell.
@Timeout(120)
class ClosingTest {

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration FOR_EVER = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private HostBuilder at() {
        return Host.at(directory.resolve("runs"))
                .keys(directory.resolve("keys"))
                .lease(SHORT);
    }

    private static Workflow slow() {
        return Workflow.named("slow").step("first", "acme.first").step("second", "acme.second");
    }

    @Test
    void noThreadOutlivesIt() throws Exception {
        Set<Thread> before = threads();
        Host host =
                at().workflow(Workflow.named("one").step("only", "core.noop")).open();
        try (EventStream events = host.start("one", null).events()) {
            events.forEach(_ -> {});
        }
        assertThat(threads()).isNotEqualTo(before);
        host.close();
        host.close();
        List<Thread> left = new ArrayList<>(threads());
        left.removeAll(before);
        for (Thread thread : left) {
            thread.join(FOR_EVER);
        }
        left.removeIf(thread -> !thread.isAlive());
        assertThat(left).isEmpty();
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getThreadGroup() != null
                        && !thread.getThreadGroup().getName().equals("system")
                        && !thread.getName().startsWith("surefire")
                        && !thread.getName().startsWith("junit"))
                .collect(Collectors.toSet());
    }

    @Test
    void whatWasAtWorkIsDoneByTheNextHost() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        String id;
        try (Host host = at().workflow(slow())
                .activity("acme.first", Object.class, _ -> "first of one")
                .activity("acme.second", Object.class, _ -> {
                    begun.countDown();
                    Thread.sleep(Duration.ofHours(1));
                    return null;
                })
                .open()) {
            id = host.start("slow", null).id();
            begun.await();
        }
        List<String> done = new ArrayList<>();
        try (Host next = at().workflow(slow())
                .activity("acme.first", Object.class, _ -> done.add("first"))
                .activity("acme.second", Object.class, _ -> done.add("second"))
                .open()) {
            assertThat(next.run(id).await().isCompleted()).isTrue();
        }
        assertThat(done).containsExactly("second");
    }

    @Test
    void twoHostsShareADirectory() throws Exception {
        Workflow one = Workflow.named("one").step("only", "core.noop");
        try (Host left = at().workflow(one).open();
                Host right = at().workflow(one).open()) {
            Run run = left.start("one", null);
            assertThat(right.run(run.id()).await().isCompleted()).isTrue();
            assertThat(right.start("one", null).await().isCompleted()).isTrue();
        }
    }

    /// Says "at work" and never ends: it is killed.
    static final class Victim {
        public static void main(String... args) throws Exception {
            Host host = Host.at(Path.of(args[0]))
                    .keys(Path.of(args[1]))
                    .lease(SHORT)
                    .workflow(slow())
                    .activity("acme.first", Object.class, _ -> "first of the victim")
                    .activity("acme.second", Object.class, (_, call) -> {
                        System.out.println("at work " + call.invocationId());
                        Thread.sleep(Duration.ofHours(1));
                        return null;
                    })
                    .open();
            System.out.println("started " + host.start("slow", null).id());
            Thread.sleep(Duration.ofHours(1));
        }
    }

    @Test
    void afterACrashTheNextHostGoesOn() throws Exception {
        List<String> said = killedInTheMiddle();
        String id = word(said, "started ");
        List<String> done = new ArrayList<>();
        try (Host next = at().workflow(slow())
                .activity("acme.first", Object.class, _ -> done.add("first"))
                .activity("acme.second", Object.class, (_, call) -> {
                    done.add(call.invocationId());
                    return "second of the next";
                })
                .open()) {
            Run run = next.run(id);
            assertThat(run.await().isCompleted()).isTrue();
            Path bundle = directory.resolve("proof.zip");
            run.export(bundle);
            assertThat(next.verify(bundle).completeness().isComplete()).isTrue();
        }
        assertThat(done).containsExactly(word(said, "at work "));
    }

    private List<String> killedInTheMiddle() throws IOException, InterruptedException {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Victim.class.getName(),
                        directory.resolve("runs").toString(),
                        directory.resolve("keys").toString())
                .redirectError(directory.resolve("victim.txt").toFile())
                .start();
        List<String> said = new ArrayList<>();
        try (var lines = victim.inputReader(StandardCharsets.UTF_8)) {
            while (said.size() < 2) {
                String line = lines.readLine();
                assertThat(line)
                        .as(Files.readString(directory.resolve("victim.txt")))
                        .isNotNull();
                said.add(line);
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
        return said;
    }

    private static String word(List<String> said, String start) {
        return said.stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow()
                .substring(start.length());
    }
}
