package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The worked example of `docs/evidence.md`, run as it stands there: what the page shows is what comes out.
///
/// Its `sleep` does not wait: it sets the clock of the commands after it forward.
@DisabledOnOs(OS.WINDOWS)
class EvidencePageTest {

    private static final Pattern COMMANDS = Pattern.compile("(?ms)^```sh\\R(.*?)^```");
    private static final Pattern ANSWER = Pattern.compile("(?ms)^```text\\R(.*?)^```");
    private static final Pattern EXIT = Pattern.compile("It exits with (\\d)");

    /// Differs from one run to the next; everything else is compared.
    private static final Pattern CHANCE = Pattern.compile("policy_apply_[0-9a-f]{12}|evt_[0-9a-f]{16}");

    @TempDir
    Path directory;

    private String page = "";

    @BeforeEach
    void installWaybillWithAClock() throws IOException {
        page = Files.readString(Interop.projectRoot().resolve("docs/evidence.md"));
        Path jar = directory.resolve("bin/waybill.jar");
        Path clock = directory.resolve("bin/clock");
        Checkout.writeJar(jar);
        Shell.program(directory.resolve("bin/waybill"), """
                #!/bin/sh
                exec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \\
                  -cp '%s' %s '%s' "$@"
                """.formatted(
                        Checkout.JAVA_HOME, jar, ClockedMain.class.getName(), clock));
        Shell.program(directory.resolve("bin/sleep"), """
                #!/bin/sh
                now=$(cat '%1$s') && echo $((now + $1 * 1000)) > '%1$s'
                """.formatted(clock));
        Files.writeString(clock, Long.toString(Asked.NOW * 1000));
        Files.createDirectories(directory.resolve("work"));
    }

    private Shell.Result run(String commands) {
        return Shell.in(directory.resolve("work"))
                .with("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"))
                .with("NO_COLOR", "1")
                .run("bash", "-e", "-c", commands);
    }

    private String found(Pattern pattern) {
        Matcher matcher = pattern.matcher(page);
        assertThat(matcher.find()).as("the page has %s", pattern).isTrue();
        return matcher.group(1);
    }

    /// The lines, without what chance decides and without empty ones.
    private static List<String> lines(String text) {
        return text.lines()
                .map(line -> CHANCE.matcher(line).replaceAll("(chance)").stripTrailing())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /// Whether these lines were said, one after the other.
    private static boolean shows(List<String> said, List<String> shown) {
        return IntStream.rangeClosed(0, said.size() - shown.size())
                .anyMatch(from -> IntStream.range(0, shown.size())
                        .allMatch(i -> ConsoleBlock.matches(shown.get(i), said.get(from + i))));
    }

    @Test
    void theAnswerIsTheOneThatThePageShows() {
        Shell.Result result = run(found(COMMANDS));
        List<String> said = lines(result.out());
        List<String> shown = lines(found(ANSWER));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(Integer.parseInt(found(EXIT)));
        assertThat(shown).hasSizeGreaterThan(5);
        assertThat(shows(said, shown))
                .as("the page shows%n%s%nbut it said%n%s", String.join("\n", shown), String.join("\n", said))
                .isTrue();
        noticesEveryLie(said, shown);
        assertThat(run("waybill evidence trace qt_brain").exitCode()).isZero();
        assertThat(run("waybill evidence dag").exitCode()).isZero();
    }

    /// A page that showed any line otherwise, or left it out, would not pass.
    private static void noticesEveryLie(List<String> said, List<String> shown) {
        for (int i = 0; i < shown.size(); i++) {
            List<String> changed = new ArrayList<>(shown);
            changed.set(i, shown.get(i) + "!");
            assertThat(shows(said, changed)).isFalse();
            if (i > 0 && i < shown.size() - 1) {
                changed.remove(i);
                assertThat(shows(said, changed)).isFalse();
            }
        }
    }
}
