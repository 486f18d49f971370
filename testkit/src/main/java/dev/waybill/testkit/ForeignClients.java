package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Clients and a server from npm, installed once for all modules, at their first use. Without node there is nothing to
/// run them with, and the tests say so; every other trouble is a failure.
public final class ForeignClients {

    private static final Path SOURCE = Interop.projectRoot().resolve("testkit/src/main/node");
    private static final Path HOME = Interop.projectRoot().resolve("testkit/target/node");
    private static final String INSPECTOR = "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js";
    private static final String SERVER = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    private static final long MOST_SECONDS = 60;

    private ForeignClients() {}

    /// Runs a script of the module under test to its end. It finds the installed packages, and `client.mjs`.
    ///
    /// @return its standard output
    public static String node(Path script, List<String> arguments) throws IOException, InterruptedException {
        return run(Map.of(), command(installed(script), arguments));
    }

    /// Starts a script of the module under test, to talk with it.
    ///
    /// @param variables of its environment
    public static Process start(Path script, Map<String, String> variables, List<String> arguments)
            throws IOException, InterruptedException {
        return builder(variables, command(installed(script), arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /// Runs the command-line mode of the MCP inspector.
    ///
    /// @param variables of its environment
    /// @return its standard output
    public static String inspector(Map<String, String> variables, List<String> arguments)
            throws IOException, InterruptedException {
        install();
        List<String> command = command(INSPECTOR, List.of("--cli"));
        command.addAll(arguments);
        return run(variables, command);
    }

    /// Runs the script of an installed package to its end, in the folder where scripts lie.
    ///
    /// @param script its path below `node_modules`
    /// @return its standard output
    public static String tool(String script, List<String> arguments) throws IOException, InterruptedException {
        install();
        return run(Map.of(), command("node_modules/" + script, arguments));
    }

    /// Puts a file of the module under test beside the installed packages.
    public static String beside(Path file) throws IOException, InterruptedException {
        return installed(file);
    }

    /// The command that starts an MCP server that is not ours, over stdio.
    public static List<String> server() throws IOException, InterruptedException {
        install();
        return command(HOME.resolve(SERVER).toString(), List.of("stdio"));
    }

    /// A script finds the packages when it lies beside them.
    private static String installed(Path script) throws IOException, InterruptedException {
        install();
        Path copy = HOME.resolve(script.getFileName());
        return Files.copy(script, copy, StandardCopyOption.REPLACE_EXISTING).toString();
    }

    private static List<String> command(String script, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("node", script));
        command.addAll(arguments);
        return command;
    }

    private static synchronized void install() throws IOException, InterruptedException {
        assumeTrue(isThere("node") && isThere("npm"), "node and npm are not installed: foreign clients not run");
        Files.createDirectories(HOME);
        Path lock = HOME.resolve("package-lock.json");
        boolean same = Files.exists(HOME.resolve("installed"))
                && Files.mismatch(SOURCE.resolve("package-lock.json"), lock) < 0;
        for (String file : List.of("package.json", "package-lock.json", "client.mjs")) {
            Files.copy(SOURCE.resolve(file), HOME.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!same) {
            run(Map.of(), List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
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

    private static ProcessBuilder builder(Map<String, String> variables, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(HOME.toFile());
        builder.environment().putAll(variables);
        return builder;
    }

    private static String run(Map<String, String> variables, List<String> command)
            throws IOException, InterruptedException {
        Path errors = Files.createTempFile("foreign-client", ".txt");
        Process process =
                builder(variables, command).redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String what = command.get(0) + " " + command.get(1);
        assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                .as("%s ends", what)
                .isTrue();
        assertThat(process.exitValue())
                .as("%s: %s%n%s", what, output, Files.readString(errors))
                .isZero();
        Files.delete(errors);
        return output;
    }
}
