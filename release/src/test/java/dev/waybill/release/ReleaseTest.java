package dev.waybill.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.testkit.Interop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A release is built from what this build has packaged, unpacked elsewhere, and used on a machine without Java.
@DisabledOnOs(OS.WINDOWS)
class ReleaseTest {

    @TempDir
    static Path shared;

    private static Path release = Path.of("");

    @TempDir
    Path temp;

    private Machine machine = new Machine(Path.of(""), Path.of(""));

    @BeforeAll
    static void buildAndUnpack() throws Exception {
        Path root = Interop.projectRoot();
        Path jars = root.resolve("app/target/waybill");
        assumeTrue(
                Files.isRegularFile(jars.resolve("waybill.jar")),
                "the app is not packaged: 'mvn verify' does that before it comes here");
        Path built = shared.resolve("built");
        run(root.resolve("release/build"), "--jars", jars, "--to", built);
        List<Path> archives;
        try (Stream<Path> files = Files.list(built)) {
            archives = files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
        }
        assertThat(archives).hasSize(1);
        Path elsewhere = Files.createDirectories(shared.resolve("another place"));
        run("tar", "-xzf", archives.getFirst(), "-C", elsewhere);
        // Where it was made must be of no help.
        run("rm", "-rf", built);
        try (Stream<Path> files = Files.list(elsewhere)) {
            release = files.findFirst().orElseThrow();
        }
    }

    private static void run(Object... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.of(words).map(Object::toString).toList())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @BeforeEach
    void aMachineWithoutJava() throws IOException {
        machine = Machine.in(temp);
    }

    @Test
    void theDemoRunsAndItsBundleVerifies() {
        Path out = temp.resolve("out");

        Machine.Result demo = machine.run(waybill(), "demo", "--out", out);
        Machine.Result verified =
                machine.run(waybill(), "verify", out.resolve("bundle.zip"), "--jwks", out.resolve("jwks.json"));

        assertThat(demo.said()).contains("VERIFIED");
        assertThat(demo.exitCode()).isZero();
        assertThat(verified.said()).contains("VERIFIED");
        assertThat(verified.exitCode()).isZero();
    }

    @Test
    void anAgentFindsItsTools() {
        String calls = """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":"2.0","id":2,"method":"tools/list"}
                """;

        assertThat(machine.reading(calls, waybill(), "mcp").said()).contains("workflow_start", "workflow_advance");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quick", "bulk", "mcp"})
    void theStartUpCachesFitWhereItWasUnpacked(String role) {
        Machine.Result result = machine.run(waybill(), "--try-cache", role);

        assertThat(result.exitCode()).as(result.said()).isZero();
    }

    @Test
    void theServerStarts() throws IOException {
        Process server = machine.start(waybill(), "serve", "--port", "0", "--no-keys");
        try (var said = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.lines().anyMatch(line -> line.contains("http://127.0.0.1:")))
                    .isTrue();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void theRuntimeHasWhatTheDriverOfPostgresqlNeeds() {
        Machine.Result result = machine.run(waybill(), "runs", "--db", "postgresql://127.0.0.1:1/none");

        assertThat(result.said()).contains("127.0.0.1").doesNotContain("should not happen", "NoClassDefFound");
    }

    @Test
    void nothingIsWrittenIntoItsOwnFolder() throws IOException {
        List<String> before = contents();

        machine.run(waybill(), "demo", "--out", temp.resolve("out"));
        machine.run(waybill(), "doctor");

        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void theDoctorAsksForNoMaven() {
        assertThat(machine.run(waybill(), "doctor").said())
                .contains("start-up cache quick")
                .doesNotContain("maven", "absent", "does not fit");
    }

    @Test
    void whatOnlyACheckoutCanDoIsRefused() {
        Machine.Result result = machine.run(waybill(), "--rebuild");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.said()).contains("is a release");
    }

    @Test
    void itIsInstalledReplacedAndRemoved() {
        Path prefix = temp.resolve("a prefix");
        Path command = prefix.resolve("bin/waybill");

        assertThat(machine.run(installer(), prefix).said()).contains("waybill 0.1.0", "demo");
        assertThat(machine.run(installer(), prefix).exitCode()).isZero();
        assertThat(machine.run(command, "--version").said()).startsWith("waybill 0.1.0");
        assertThat(machine.run(command, "--try-cache", "quick").exitCode()).isZero();

        assertThat(machine.run(installer(), "--uninstall", prefix).exitCode()).isZero();
        assertThat(prefix.resolve("bin")).isEmptyDirectory();
        assertThat(prefix.resolve("lib")).isEmptyDirectory();
    }

    @Test
    void anInstallationReplacesNothingThatIsNotWaybill() throws IOException {
        Path prefix = temp.resolve("prefix");
        Path other = Files.createDirectories(prefix.resolve("bin")).resolve("waybill");
        Files.writeString(other, "another program");

        Machine.Result result = machine.run(installer(), prefix);

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.said()).contains("is another program");
        assertThat(other).hasContent("another program");
        assertThat(prefix.resolve("lib")).doesNotExist();
    }

    private static Path waybill() {
        return release.resolve("waybill");
    }

    private static Path installer() {
        return release.resolve("install.sh");
    }

    /// Every file with its size and time.
    private static List<String> contents() throws IOException {
        try (Stream<Path> files = Files.walk(release)) {
            return files.map(file -> file + " " + file.toFile().length() + " "
                            + file.toFile().lastModified())
                    .sorted()
                    .toList();
        }
    }
}
