package dev.waybill.app.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.host.GuidedOptions;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenGuide;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedService;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The machine dies while the last transaction is on its way to the disk, so that only a part of its bytes arrives.
/// What was answered before is there, and what was not answered can be repeated.
class TornWriteTest {

    private static final Client AGENT = new Client(Hosts.OPERATOR, "test-agent", JsonObject.EMPTY);
    private static final int WAL_HEADER = 32;
    private static final int FRAME = 24 + 4096;
    private static final int SECTOR = 512;

    @TempDir
    private Path folder;

    /// What a crash would leave on the disk at a moment.
    private static final class Disk {

        private final byte[] database;
        private final byte[] log;

        Disk(byte[] database, byte[] log) {
            this.database = database;
            this.log = log;
        }

        static Disk of(DataDirectory directory) throws IOException {
            return new Disk(
                    Files.readAllBytes(database(directory)), Files.readAllBytes(Path.of(database(directory) + "-wal")));
        }

        private static Path database(DataDirectory directory) {
            return directory.folder().resolve("data/waybill.db");
        }

        /// This disk, on which so many bytes of the later one's log arrived.
        Disk with(Disk later, int arrived) {
            byte[] torn = Arrays.copyOf(log, Math.max(log.length, arrived));
            System.arraycopy(later.log, 0, torn, 0, arrived);
            return new Disk(database, torn);
        }

        void restore(DataDirectory directory) throws IOException {
            Files.createDirectories(directory.folder().resolve("data"));
            Files.write(database(directory), database);
            Files.write(Path.of(database(directory) + "-wal"), log);
        }
    }

    /// A step and its answer, with what the disk held before and after.
    private record Step(JsonObject request, GuidedAnswer answer, Disk before, Disk after) {}

    @Test
    void aLogThatGrewLosesNothingAnswered() throws Exception {
        List<Step> steps = walk(DataDirectory.in(folder), false);
        assertThat(beginOfTheDifference(steps.getLast()))
                .isEqualTo(steps.getLast().before().log.length);
        tearEverywhere(steps);
    }

    /// The new bytes lie over old ones, which were whole once.
    @Test
    void aLogThatWasBegunAnewLosesNothingAnswered() throws Exception {
        List<Step> steps = walk(DataDirectory.in(folder), true);
        assertThat(beginOfTheDifference(steps.getLast())).isLessThan(WAL_HEADER);
        tearEverywhere(steps);
    }

    /// @param anew whether the log is written from its beginning again before the last step
    private static List<Step> walk(DataDirectory directory, boolean anew) throws Exception {
        List<Step> steps = new ArrayList<>();
        try (RunStore store = directory.store()) {
            GuidedService tools = tools(directory, store);
            GuidedAnswer at = tools.start(DataDirectory.rounds(3), AGENT);
            for (int round = 1; round <= 2; round++) {
                if (anew && round == 2) {
                    beginTheLogAnew(directory);
                }
                Disk before = Disk.of(directory);
                JsonObject request = answer(at).acknowledged("round " + round);
                at = tools.advance(request, AGENT);
                steps.add(new Step(request, at, before, Disk.of(directory)));
            }
        }
        return steps;
    }

    private static void beginTheLogAnew(DataDirectory directory) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + Disk.database(directory));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(RESTART)");
        }
    }

    private void tearEverywhere(List<Step> steps) throws Exception {
        Step last = steps.getLast();
        int end = endOfTheDifference(last);
        int cuts = 0;
        for (int cut = beginOfTheDifference(last); cut < end; cut += FRAME / 2) {
            onlyTheLastIsLost(last.before().with(last.after(), cut), steps);
            cuts++;
        }
        onlyTheLastIsLost(last.before().with(last.after(), end - SECTOR), steps);
        onlyTheLastIsLost(last.before().with(last.after(), end - 1), steps);
        nothingIsLost(last.before().with(last.after(), end), steps);
        System.out.printf("the last write was torn at %d places%n", cuts + 2);
        assertThat(cuts).isGreaterThan(4);
    }

    private static int beginOfTheDifference(Step step) {
        return Arrays.mismatch(step.before().log, step.after().log);
    }

    /// The bytes that the step wrote end where its last frame does; old ones may lie behind it.
    private static int endOfTheDifference(Step step) {
        byte[] before = step.before().log;
        byte[] after = step.after().log;
        int end = after.length;
        while (end <= before.length && after[end - 1] == before[end - 1]) {
            end--;
        }
        return WAL_HEADER + Math.ceilDiv(end - WAL_HEADER, FRAME) * FRAME;
    }

    private void onlyTheLastIsLost(Disk disk, List<Step> steps) throws IOException {
        DataDirectory directory = restored(disk);
        try (RunStore store = directory.store()) {
            GuidedService tools = tools(directory, store);
            Step lost = steps.getLast();
            RunId run = new RunId(answer(lost.answer()).runId());
            areAnsweredAsBefore(tools, steps.subList(0, steps.size() - 1));
            assertThat(DataDirectory.stepsTaken(store, run)).isEqualTo(steps.size() - 1);
            Answer again = answer(tools.advance(lost.request(), AGENT));
            assertThat(again.stepId()).isEqualTo(answer(lost.answer()).stepId());
            assertThat(again.isForked()).isFalse();
            assertThat(DataDirectory.stepsTaken(store, run)).isEqualTo(steps.size());
        }
        assertThat(directory.ask(ExitCode.YES, "fsck").out()).contains("all is well");
    }

    private void nothingIsLost(Disk disk, List<Step> steps) throws IOException {
        DataDirectory directory = restored(disk);
        try (RunStore store = directory.store()) {
            areAnsweredAsBefore(tools(directory, store), steps);
            RunId run = new RunId(answer(steps.getLast().answer()).runId());
            assertThat(DataDirectory.stepsTaken(store, run)).isEqualTo(steps.size());
        }
        assertThat(directory.ask(ExitCode.YES, "fsck").out()).contains("all is well");
    }

    private static void areAnsweredAsBefore(GuidedService tools, List<Step> steps) {
        for (Step step : steps) {
            assertThat(tools.advance(step.request(), AGENT))
                    .hasToString(step.answer().toString());
        }
    }

    /// Another machine with the same keys, which finds this disk.
    private DataDirectory restored(Disk disk) throws IOException {
        Path other = Files.createTempDirectory(folder, "torn");
        Files.createSymbolicLink(other.resolve("keys"), folder.resolve("keys"));
        DataDirectory directory = DataDirectory.in(other);
        disk.restore(directory);
        return directory;
    }

    private static Answer answer(GuidedAnswer answer) {
        return new Answer("{\"structuredContent\":" + answer.structured() + "}");
    }

    private static GuidedService tools(DataDirectory directory, RunStore store) {
        Environment environment = new Environment(
                InputStream.nullInputStream(),
                Environment.stream(OutputStream.nullOutputStream()),
                Environment.stream(OutputStream.nullOutputStream()),
                directory.variables(),
                InstantSource.system());
        return OpenGuide.tools(
                environment,
                store,
                OpenGuide.runs(environment, store, HostOptions.forNewRuns().receipts()),
                new GuidedOptions(),
                new Catalog(List.of(directory.folder().resolve("workflows"))),
                trouble -> {
                    throw trouble;
                });
    }
}
