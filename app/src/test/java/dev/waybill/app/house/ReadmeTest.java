package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What the README shows is what happens. Its commands run from top to bottom in one directory, as a
/// reader would type them.
@DisabledOnOs(OS.WINDOWS)
class ReadmeTest {

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> everyCommandOfTheReadmeDoesWhatItShows() throws IOException {
        Path readme = Interop.projectRoot().resolve("README.md");
        if (!Files.exists(readme)) {
            return Stream.of();
        }
        installWaybill();
        return ConsoleBlock.in(Files.readString(readme)).stream()
                .flatMap(block -> block.commands().stream())
                .filter(ConsoleBlock.Command::runsHere)
                .map(command -> DynamicTest.dynamicTest("$ " + command.text(), () -> run(command)));
    }

    @TestFactory
    Stream<DynamicTest> theHarnessItselfNoticesALie() throws IOException {
        installWaybill();
        String text = """
                ```console
                $ ./waybill --version
                waybill … (commit …)
                $ waybill no-such-command    # exits 3
                ```
                ```console
                $ waybill --version
                somebill 9.9
                $ false
                ```
                """;
        List<ConsoleBlock.Command> commands = new ArrayList<>();
        ConsoleBlock.in(text).forEach(block -> commands.addAll(block.commands()));
        return Stream.of(
                DynamicTest.dynamicTest("truth passes", () -> {
                    run(commands.get(0));
                    run(commands.get(1));
                }),
                DynamicTest.dynamicTest(
                        "another output fails",
                        () -> assertThat(lies(commands.get(2))).isTrue()),
                DynamicTest.dynamicTest(
                        "another exit code fails",
                        () -> assertThat(lies(commands.get(3))).isTrue()));
    }

    private boolean lies(ConsoleBlock.Command command) {
        try {
            run(command);
            return false;
        } catch (AssertionError _) {
            return true;
        }
    }

    private void run(ConsoleBlock.Command command) {
        var result = Shell.in(directory)
                .with("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"))
                .with("NO_COLOR", "1")
                .run("bash", "-c", command.text());
        String said = result.out() + result.err();
        assertThat(result.exitCode()).as("exit code; it said:%n%s", said).isEqualTo(command.exitCode());
        for (String shown : command.shown()) {
            assertThat(said.lines().anyMatch(line -> ConsoleBlock.matches(shown, line)))
                    .as("the README shows%n  %s%nbut it said%n%s", shown, said)
                    .isTrue();
        }
    }

    /// `waybill` and `./waybill` run the classes of this build.
    private void installWaybill() throws IOException {
        Path jar = directory.resolve("bin/waybill.jar");
        Checkout.writeJar(jar);
        Path program = Shell.program(directory.resolve("bin/waybill"), """
                #!/bin/sh
                exec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \\
                  -cp '%s' dev.waybill.app.Main "$@"
                """.formatted(Checkout.JAVA_HOME, jar));
        Files.createSymbolicLink(directory.resolve("waybill"), program);
        Files.createSymbolicLink(
                directory.resolve("examples"), Interop.projectRoot().resolve("examples"));
    }
}
