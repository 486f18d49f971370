package dev.waybill.doors.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// MCP clients from npm, installed into `target` at the first use. Without node there is nothing to run them with, and
/// the tests say so; every other trouble is a failure.
final class ForeignClients {

    private static final Path SOURCE = Path.of("src", "test", "node");
    private static final Path HOME = Path.of("target", "node");

    private ForeignClients() {}

    /// Runs `node` with a script of the installed packages, and gives its standard output.
    static String node(String script, List<String> arguments) throws IOException, InterruptedException {
        install();
        List<String> command = new ArrayList<>(List.of("node", script));
        command.addAll(arguments);
        return run(command);
    }

    private static synchronized void install() throws IOException, InterruptedException {
        assumeTrue(isThere("node") && isThere("npm"), "node and npm are not installed: foreign MCP clients not run");
        Files.createDirectories(HOME);
        Path lock = HOME.resolve("package-lock.json");
        boolean same = Files.exists(HOME.resolve("installed"))
                && Files.mismatch(SOURCE.resolve("package-lock.json"), lock) < 0;
        for (String file : List.of("package.json", "package-lock.json", "drive.mjs")) {
            Files.copy(SOURCE.resolve(file), HOME.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!same) {
            run(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
            Files.writeString(HOME.resolve("installed"), "yes");
        }
    }

    private static boolean isThere(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("foreign-client", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(HOME.toFile())
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String what = command.get(0) + " " + command.get(1);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", what).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s%n%s", what, output, Files.readString(errors))
                .isZero();
        Files.delete(errors);
        return output;
    }
}
