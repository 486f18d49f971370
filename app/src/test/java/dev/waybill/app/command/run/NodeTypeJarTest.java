package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.Digest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node type that a user writes, compiles and brings in a jar.
class NodeTypeJarTest {

    private static final String GREET = """
            package acme;

            import dev.waybill.base.json.JsonObject;
            import dev.waybill.engine.node.Activity;
            import dev.waybill.engine.node.ActivityCall;
            import dev.waybill.engine.node.NodeResult;

            public final class Greet implements Activity {
                @Override
                public String typeId() {
                    return "vendor.acme.greet";
                }

                @Override
                public NodeResult execute(ActivityCall call) {
                    String name = call.node().inputs().string("name").orElse("world");
                    return NodeResult.done(JsonObject.builder().put("greeting", "Hello, " + name).build());
                }
            }
            """;

    @TempDir
    Path folder;

    private RunDesk desk;
    private String file = "";

    @BeforeEach
    void aWorkflowThatGreets() {
        desk = new RunDesk(folder);
        file = desk.workflow(
                "hello",
                "{\"name\":\"who\",\"type\":\"string\"}",
                node(
                        "greet",
                        "vendor.acme.greet",
                        "{}",
                        "{\"name\":{\"type\":\"variable\",\"variableName\":\"who\"}}"));
    }

    @Test
    void aJarIsNamedOnTheCommandLine() throws IOException {
        Path jar = jar(folder.resolve("greet.jar"), GREET, "acme.Greet");

        assertThat(desk.ask(ExitCode.YES, "run", file, "--input", "who=Ada", "--node-types", jar.toString())
                        .out())
                .contains("✓ greet", "Hello, Ada");
        assertThat(desk.ask(ExitCode.YES, "fsck", "--deep", "--node-types", jar.toString())
                        .out())
                .contains("1 run repeated");
        // Without the jar nothing can be said about the run; that is no damage, and not well either.
        assertThat(desk.ask(ExitCode.NO, "fsck", "--deep").out())
                .contains(
                        "run_not_repeated: its node types are not here: vendor.acme.greet",
                        "0 runs repeated: 1 finding");
        assertThat(desk.ask(ExitCode.YES, "fsck").out()).contains("all is well");
    }

    @Test
    void aJarThatTheUserTrustsIsAlwaysThere() throws IOException {
        trust(jar(folder.resolve("greet.jar"), GREET, "acme.Greet"));

        assertThat(desk.ask(ExitCode.YES, "run", file, "--input", "who=Bo").out())
                .contains("Hello, Bo");
    }

    @Test
    void aJarThatChangedSinceIsNotLoaded() throws IOException {
        Path jar = jar(folder.resolve("greet.jar"), GREET, "acme.Greet");
        trust(jar);
        Files.write(jar, new byte[] {0}, StandardOpenOption.APPEND);

        assertThat(desk.ask(ExitCode.TAMPERED, "run", file).err())
                .contains("greet.jar is not the jar that you trust", "expected sha256");
    }

    @Test
    void aDataDirectoryThatBringsCodeIsToldAndItsCodeIsNotRun() throws IOException {
        Path ran = folder.resolve("ran");
        String hostile = GREET.replace(
                "public final class Greet implements Activity {",
                "public final class Greet implements Activity {\n    static { new java.io.File(\"%s\").mkdir(); }"
                        .formatted(ran));
        String run = desk.run(ExitCode.YES, desk.workflow("plain", "", RunDesk.NOOP));
        Path types = Files.createDirectories(folder.resolve("data").resolve("node-types"));
        jar(types.resolve("evil.jar"), hostile, "acme.Greet");

        for (String[] words : new String[][] {{"fsck", "--deep"}, {"replay", run}, {"fork", run, "--at", "1"}}) {
            assertThat(desk.ask(ExitCode.YES, words).err()).contains("node-types brings 1 jar", "not loaded");
        }
        assertThat(desk.ask("answer", run, "a", "accept").err()).contains("not loaded");
        assertThat(ran).doesNotExist();
        // The same jar runs when its user says so.
        desk.ask("run", file, "--node-types", types.resolve("evil.jar").toString());
        assertThat(ran).exists();
    }

    @Test
    void aFileThatIsNoJarOrOffersNothingIsOneSentence() throws IOException {
        Path junk = Files.writeString(folder.resolve("junk.jar"), "this is no jar");
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--node-types", junk.toString())
                        .err())
                .contains("junk.jar cannot be used: it is no jar");
        Path empty = folder.resolve("empty.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(empty))) {
            jar.putNextEntry(new JarEntry("nothing.txt"));
        }
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--node-types", empty.toString())
                        .err())
                .contains("empty.jar cannot be used: it names none");
    }

    /// As `sha256sum` writes it.
    private void trust(Path jar) throws IOException {
        Path list = Files.createDirectories(folder.resolve("config/waybill")).resolve("node-types");
        Files.writeString(list, Digest.of(Files.readAllBytes(jar)).hex() + "  " + jar + "\n");
    }

    @Test
    void withoutTheJarTheRunIsRefusedAndToldWhatIsMissing() {
        assertThat(desk.ask(ExitCode.NO, "run", file).err()).contains("vendor.acme.greet", "--node-types");
        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--node-types", "nowhere.jar")
                        .err())
                .contains("there is no jar nowhere.jar");
    }

    @Test
    void aJarThatPromisesAClassItDoesNotHaveIsOneSentence() throws IOException {
        Path jar = jar(folder.resolve("greet.jar"), GREET, "acme.Missing");

        assertThat(desk.ask(ExitCode.USAGE, "run", file, "--node-types", jar.toString())
                        .err())
                .contains("greet.jar", "acme.Missing")
                .doesNotContain("\tat ");
    }

    /// @param service the class that the jar offers
    private Path jar(Path target, String source, String service) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path java = Files.writeString(folder.resolve("Greet.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int failed = compiler.run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                java.toString());
        assertThat(failed).isZero();
        try (OutputStream out = Files.newOutputStream(target);
                JarOutputStream jar = new JarOutputStream(out)) {
            for (String entry : List.of("acme/Greet.class")) {
                jar.putNextEntry(new JarEntry(entry));
                jar.write(Files.readAllBytes(classes.resolve(entry)));
            }
            jar.putNextEntry(new JarEntry("META-INF/services/dev.waybill.engine.node.Activity"));
            jar.write(service.getBytes(StandardCharsets.UTF_8));
        }
        return target;
    }
}
