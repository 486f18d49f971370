package dev.waybill.app.command.run;

import static dev.waybill.app.command.run.RunDesk.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
        // Without the jar nothing can be said about the run; that is no damage.
        assertThat(desk.ask(ExitCode.YES, "fsck", "--deep").out())
                .contains("all is well")
                .doesNotContain("repeated");
    }

    @Test
    void aJarInTheDataDirectoryIsAlwaysThere() throws IOException {
        Path types = Files.createDirectories(folder.resolve("data").resolve("node-types"));
        jar(types.resolve("greet.jar"), GREET, "acme.Greet");

        assertThat(desk.ask(ExitCode.YES, "run", file, "--input", "who=Bo").out())
                .contains("Hello, Bo");
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
