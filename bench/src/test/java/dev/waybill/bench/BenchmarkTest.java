package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.waybill.testkit.browser.Chromium;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// No figure is judged here: tests do not time anything.
class BenchmarkTest {

    @TestFactory
    Stream<DynamicTest> everyBenchmarkRunsAndPrintsARatio() {
        return Main.ALL.stream()
                .filter(benchmark -> !(benchmark instanceof StartBenchmark))
                .map(benchmark -> DynamicTest.dynamicTest(benchmark.name(), () -> printsARatio(benchmark)));
    }

    /// Starts the launcher, so it needs one that was built; the app's tests build one of their own.
    @Test
    void theStartIsMeasuredWhereTheLauncherWasBuilt() throws Exception {
        assumeThat(Files.isReadable(Path.of(System.getProperty("waybill.root"), ".waybill/launch")))
                .isTrue();
        printsARatio(new StartBenchmark());
    }

    @Test
    void aServerIsStartedAsTheLauncherStartsIt() throws Exception {
        String launcher = Files.readString(Path.of(System.getProperty("waybill.root"), "waybill"));
        assertThat(launcher).contains("| serve |").contains(ServedHost.OPTIONS);
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
        assertThat(Duel.median(new double[] {4, 1, 3, 2})).isEqualTo(2.5);
        assertThat(Duel.median(new double[] {9, 1, 5})).isEqualTo(5);
    }

    @Test
    void aMissedTargetIsCounted() {
        var table = new Table(new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8));
        Benchmark benchmark = new JsonBenchmark();
        table.figure(benchmark, new Figure("slow", "1/s", "2/s", 0.5, Figure.MOST_OF_IT));
        table.figure(benchmark, new Figure("fast", "9/s", "10/s", 0.9, Figure.MOST_OF_IT));
        table.figure(benchmark, new Figure("told", "1/s", "100/s", 0.01, Figure.INFORMATIVE));
        assertThat(table.missed()).isEqualTo(1);
    }

    private static void printsARatio(Benchmark benchmark) throws Exception {
        assumeThat(benchmark instanceof DashboardBenchmark && Chromium.program().isEmpty())
                .as(Chromium.ABSENT)
                .isFalse();
        var bytes = new ByteArrayOutputStream();
        Main.run(List.of(benchmark), Effort.SMOKE, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .anyMatch(line -> line.startsWith(benchmark.name() + " ") && line.matches(".*\\d\\.\\d{3}.*"));
    }
}
