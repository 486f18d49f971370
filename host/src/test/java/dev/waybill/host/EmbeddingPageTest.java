package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.journal.Event;
import dev.waybill.testkit.CodeBlocks;
import dev.waybill.testkit.Interop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Java of `docs/embedding.md` is [RefundDesk] and the code below, line by line, and it runs.
class EmbeddingPageTest {

    private static final Path ROOT = Interop.projectRoot();
    private static final Path SOURCES = ROOT.resolve("host/src/test/java/dev/waybill/host");

    @TempDir
    Path directory;

    /// Whoever follows the page has keys of their own; a test must not make some.
    private HostBuilder at() {
        return Host.at(directory.resolve("runs")).keys(directory.resolve("keys"));
    }

    @Test
    void theProgramRunsAsItStands() throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                RefundDesk.class.getName(),
                directory.resolve("runs").toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("WAYBILL_KEYS", directory.resolve("keys").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines().toList()).containsExactly("bank-A-17-4200 VERIFIED");
    }

    @Test
    void agentsHaveToolsAndAShape() throws Exception {
        // example
        record Query(String text, int most) {}
        record Finding(String file, int line, String what) {}
        record Review(List<Finding> findings, double confidence) {}

        HostBuilder builder = Host.at(directory)
                .activity("acme.search", Query.class, query -> List.of("one hit for " + query.text()))
                .agent(
                        "acme.reviewer",
                        agent -> agent.prompt("You review a change. Search before you judge.")
                                .modelClass("reasoning")
                                .tools("openwop:acme.search")
                                .result(Review.class)
                                .threshold(0.8))
                .agent("acme.editor", (task, voice) -> {
                    voice.say("Reading … ");
                    return "A headline about " + task.string("topic").orElse("nothing");
                });
        // end
        try (Host host = builder.keys(directory.resolve("keys")).open()) {
            assertThat(host.start("acme.editor", json("{\"message\": \"x\"}"))
                            .await()
                            .isCompleted())
                    .isTrue();
            assertThat(host.definition("acme.reviewer").nodes()).hasSize(1);
        }
    }

    @Test
    void aGraphIsSteps() throws Exception {
        // example
        Workflow report = Workflow.named("report")
                .input("topic", String.class)
                .agent("plan", "acme.editor", step -> step.variables("topic"))
                .step("news", "acme.search", step -> step.variables("topic").value("most", 3))
                .step(
                        "prices",
                        "acme.search",
                        step -> step.value("text", "prices").value("most", 1).after("plan"))
                .approval("approve", "Publish it?", step -> step.after("news", "prices"))
                .step(
                        "publish",
                        "core.identity",
                        step -> step.output("prices", "result").timeout(Duration.ofMinutes(1)))
                .step("bin", "core.noop", step -> step.afterPort("approve", "rejected"));
        // end
        try (Host host = at().workflow(report)
                .agent("acme.editor", (_, _) -> "a plan")
                .activity("acme.search", JsonObject.class, _ -> List.of("hit"))
                .open()) {
            Run run = host.start("report", json("{\"topic\": \"parcels\"}"));
            run.awaitQuestion();
            run.answer("approve", "accept", "ada");
            assertThat(run.await().output("publish", JsonObject.class).has("result"))
                    .isTrue();
        }
    }

    @Test
    void aRunIsFollowedForkedAndReplayed() throws Exception {
        Workflow greet = Workflow.named("greet")
                .input("name", String.class)
                .step("greet", "core.identity", step -> step.computed("text", "'Hello, ' + variables.name"));
        PrintStream usual = System.out;
        try (Host host = at().workflow(greet).open()) {
            Run run = host.start("greet", json("{\"name\": \"Ada\"}"));
            System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
            // example
            try (EventStream events = run.events();
                    AutoCloseable _ = run.onFrame(frame -> System.out.print(frame.content()))) {
                for (Event event : events) {
                    System.out.println(event.sequence() + " " + event.type());
                }
            }
            record Other(String name) {}
            Run fork = run.forkAt("greet", new Other("Grace"));
            Replay replay = run.replay();
            // end
            assertThat(fork.await().output("greet", JsonObject.class).string("text"))
                    .contains("Hello, Grace");
            assertThat(replay.same()).isTrue();
        } finally {
            System.setOut(usual);
        }
    }

    /// Somebody who copies a block has the library, what the page says is there, and nothing of this package.
    @Test
    void everyBlockCompilesWithTheImportsThatItShows() throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "-proc:none",
                "-d",
                directory.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        List<String> blocks = CodeBlocks.of(page(), "```java", "```");
        for (int i = 0; i < blocks.size(); i++) {
            Path file = directory.resolve(i == 0 ? "RefundDesk.java" : "Block" + i + ".java");
            Files.writeString(file, i == 0 ? blocks.get(i) : inAMethod("Block" + i, blocks.get(i)));
            words.add(file.toString());
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(InputStream.nullInputStream(), said, said, words.toArray(String[]::new));

        assertThat(blocks).hasSize(4);
        assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static String inAMethod(String type, String block) {
        String imports =
                block.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        return imports + "\nclass " + type + " {\n"
                + "void body(java.nio.file.Path directory, dev.waybill.host.Host host, dev.waybill.host.Run run)"
                + " throws Exception {\n" + withoutImports(block) + "\n}\n}\n";
    }

    private static String withoutImports(String block) {
        return block.lines()
                .filter(line -> !line.startsWith("import "))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    @Test
    void thePageShowsThisCode() throws IOException {
        List<String> shown = CodeBlocks.of(page(), "```java", "```").stream()
                .map(EmbeddingPageTest::withoutImports)
                .toList();
        List<String> compiled =
                new ArrayList<>(CodeBlocks.of(SOURCES.resolve("RefundDesk.java"), "// example", "// end"));
        compiled.addAll(CodeBlocks.of(SOURCES.resolve("EmbeddingPageTest.java"), "// example", "// end"));

        assertThat(shown).isEqualTo(compiled);
    }

    @Test
    void itsLinesAreCountedRight() throws IOException {
        long ours =
                written(withoutImports(CodeBlocks.of(page(), "```java", "```").getFirst()));
        long theirs = written(CodeBlocks.of(page(), "```Java", "```").getFirst());

        assertThat(ours).isLessThanOrEqualTo(40);
        assertThat(Files.readString(page()))
                .contains(String.format(Locale.ROOT, "%d lines here, %d lines there", ours, theirs));
    }

    private static long written(String block) {
        return block.lines().filter(line -> !line.isBlank()).count();
    }

    private static Path page() {
        return ROOT.resolve("docs/embedding.md");
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
