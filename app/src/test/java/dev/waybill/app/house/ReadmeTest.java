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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The README and the pages that it leads to first: what they show is what happens. Their commands run from top to
/// bottom, page after page, in one checkout, as a reader would type them, and leave nothing there that git does not
/// ignore.
@DisabledOnOs(OS.WINDOWS)
class ReadmeTest {

    /// In the order in which a reader meets them: later ones use what earlier ones left behind.
    private static final List<String> PAGES = List.of(
            "README.md",
            "docs/getting-started.md",
            "docs/coding-agents.md",
            "docs/verifying-a-proof.md",
            "docs/library.md",
            "docs/evidence.md");

    @TempDir
    Path directory;

    @TempDir
    Path keys;

    @TestFactory
    Stream<DynamicTest> everyCommandOfThePagesDoesWhatTheyShow() throws IOException {
        installWaybill();
        List<DynamicTest> tests = new ArrayList<>();
        for (String page : PAGES) {
            List<ConsoleBlock.Command> commands =
                    commands(Files.readString(Interop.projectRoot().resolve(page)));
            assertThat(commands).as(page).isNotEmpty();
            commands.forEach(
                    command -> tests.add(DynamicTest.dynamicTest(page + " $ " + command.text(), () -> run(command))));
        }
        return tests.stream();
    }

    @Test
    void theReadmeIsForNinetySeconds() throws IOException {
        assertThat(Files.readAllLines(Interop.projectRoot().resolve("README.md")))
                .hasSizeLessThanOrEqualTo(150);
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
                $ mkdir -p waybill-demo && touch waybill-demo/ignored
                $ touch left-behind
                ```
                """;
        List<ConsoleBlock.Command> commands = commands(text);
        return Stream.of(
                DynamicTest.dynamicTest("truth passes", () -> {
                    run(commands.get(0));
                    run(commands.get(1));
                    run(commands.get(4));
                }),
                DynamicTest.dynamicTest(
                        "another output fails",
                        () -> assertThat(lies(commands.get(2))).isTrue()),
                DynamicTest.dynamicTest(
                        "another exit code fails",
                        () -> assertThat(lies(commands.get(3))).isTrue()),
                DynamicTest.dynamicTest(
                        "a file that git does not ignore fails",
                        () -> assertThat(lies(commands.get(5))).isTrue()));
    }

    private static List<ConsoleBlock.Command> commands(String page) {
        return ConsoleBlock.in(page).stream()
                .flatMap(block -> block.commands().stream())
                .filter(ConsoleBlock.Command::runsHere)
                .toList();
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
                .with("WAYBILL_KEYS", keys.toString())
                .with("NO_COLOR", "1")
                .run("bash", "-c", command.text());
        String said = result.out() + result.err();
        assertThat(result.exitCode()).as("exit code; it said:%n%s", said).isEqualTo(command.exitCode());
        for (String shown : command.shown()) {
            assertThat(said.lines().anyMatch(line -> ConsoleBlock.matches(shown, line)))
                    .as("the page shows%n  %s%nbut it said%n%s", shown, said)
                    .isTrue();
        }
        assertThat(git("ls-files", "--others", "--modified", "--exclude-standard"))
                .as("files of the checkout that are new or changed")
                .isEmpty();
    }

    /// Asks git about this checkout, and about the rules that lie in it alone.
    private String git(String... words) {
        List<String> command = new ArrayList<>(List.of("git", "-c", "core.excludesFile=/dev/null"));
        command.addAll(List.of(words));
        var result = Shell.in(directory)
                .with("GIT_DIR", null)
                .with("GIT_INDEX_FILE", null)
                .run(command.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out();
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
        Files.copy(Interop.projectRoot().resolve(".gitignore"), directory.resolve(".gitignore"));
        git("init", "--quiet");
        git("add", "--all");
    }
}
