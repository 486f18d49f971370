package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestRuns.DELIVERY;
import static dev.waybill.simulator.TestRuns.answer;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static dev.waybill.simulator.TestRuns.child;
import static dev.waybill.simulator.TestRuns.delivery;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.memory;
import static dev.waybill.simulator.TestRuns.place;
import static dev.waybill.simulator.TestRuns.ready;
import static dev.waybill.simulator.TestRuns.step;
import static dev.waybill.simulator.TestRuns.summary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.Segment;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.Transaction;
import dev.waybill.simulator.TestAppend;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.StatementProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A transaction that touches every table is cut off between any two of its statements: it is there whole, or not at
/// all.
class SqliteFaultTest {

    /// Both runs, the child with its row, header and segment; nobody should test a shorter commit by mistake.
    private static final int LEAST_STATEMENTS = 20;

    @TempDir
    Path temporary;

    @Test
    void anErrorBetweenAnyTwoStatementsLeavesAllOrNothing() throws Exception {
        int statements = everyKindOfStatement();
        for (int point = 1; point <= statements; point++) {
            Path directory = Files.createDirectory(temporary.resolve("error-" + point));
            var probe = new FailAt(point);
            try (SqliteStore store = SqliteStore.open(directory, SqliteSettings.DEFAULT.withProbe(probe))) {
                before(store);
                probe.arm();
                StoreException failure = catchThrowableOfType(StoreException.class, () -> store.commit(everything()));
                boolean committed = point == statements;
                assertThat(failure.isAmbiguous()).as("at %d", point).isEqualTo(committed);
                probe.disarm();
                assertThat(pieces(store)).as("at %d", point).isEqualTo(committed ? ALL : NOTHING);
                assertThat(store.commit(everything()))
                        .as("the same again after a fault at %d", point)
                        .isInstanceOf(committed ? Commit.Answered.class : Commit.Done.class);
            }
            try (SqliteStore again = SqliteStore.open(directory)) {
                assertThat(pieces(again)).as("reopened, fault at %d", point).isEqualTo(ALL);
            }
        }
    }

    /// What lies on the disk at that moment is what a process finds that starts after `kill -9`.
    @Test
    void aCrashBetweenAnyTwoStatementsLeavesAllOrNothing() throws Exception {
        int statements = everyKindOfStatement();
        for (int point = 1; point <= statements; point++) {
            Path directory = Files.createDirectory(temporary.resolve("crash-" + point));
            Path image = Files.createDirectory(temporary.resolve("image-" + point));
            var probe = new CopyAt(point, directory, image);
            try (SqliteStore store = SqliteStore.open(directory, SqliteSettings.DEFAULT.withProbe(probe))) {
                before(store);
                probe.arm();
                store.commit(everything());
            }
            try (SqliteStore again = SqliteStore.open(image)) {
                assertThat(pieces(again)).as("crash at %d", point).isEqualTo(point == statements ? ALL : NOTHING);
            }
        }
    }

    /// How many places there are to cut, the one after the commit included.
    private int everyKindOfStatement() throws IOException {
        Path directory = Files.createDirectory(temporary.resolve("count"));
        var probe = new FailAt(Integer.MAX_VALUE);
        try (SqliteStore store = SqliteStore.open(directory, SqliteSettings.DEFAULT.withProbe(probe))) {
            before(store);
            probe.arm();
            assertThat(store.commit(everything())).isEqualTo(Commit.DONE);
            assertThat(pieces(store)).isEqualTo(ALL);
        }
        assertThat(probe.passed.get()).isGreaterThan(LEAST_STATEMENTS);
        return probe.passed.get();
    }

    @Test
    void aTransactionThatRemembersNothingAsksNoMemory() throws IOException {
        List<String> heard = new ArrayList<>();
        Path directory = Files.createDirectory(temporary.resolve("plain"));
        try (SqliteStore store = SqliteStore.open(directory, SqliteSettings.DEFAULT.withProbe(heard::add))) {
            before(store);
        }
        assertThat(heard).isNotEmpty().noneMatch(statement -> statement.contains("memory"));
    }

    private static void before(RunStore store) {
        store.commit(TestAppend.newRun(id(1))
                .events(2)
                .receipts(step(id(1), 0, StoredReceipt.CREATION))
                .alone());
    }

    /// A run goes on; a child and a fork of what it just wrote are created; with blob, delivery, answer,
    /// tokens and memory.
    private static Transaction everything() {
        return new Transaction(
                List.of(
                        TestAppend.append(id(1), 2)
                                .events(2)
                                .receipts(step(id(1), 1, 3), summary(id(1), 0, 3))
                                .projection(ready(at(1)))
                                .build(),
                        TestAppend.newRun(child(id(2), id(1))).events(1).build(),
                        TestAppend.newRun(fork(id(3), id(1), new Segment(id(1), 4)))
                                .events(1)
                                .receipts(step(id(3), 0, StoredReceipt.CREATION))
                                .build()),
                List.of(Blob.of(bytes("body"))),
                List.of(delivery("d", id(1), 3, at(0))),
                answer("k", "done", at(0)),
                List.of(place(id(1), 3, 0), place(id(3), 4, 1)),
                List.of(memory(id(1), 3, "a")));
    }

    private static final List<Integer> NOTHING = List.of(2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final List<Integer> ALL = List.of(4, 2, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1);

    /// How much of each kind of data is there.
    private static List<Integer> pieces(RunStore store) {
        return List.of(
                store.events(id(1), 0, 100).size(),
                store.receipts(id(1), Kind.STEP, 0, 100).size(),
                store.receipts(id(1), Kind.SUMMARY, 0, 100).size(),
                store.events(id(2), 0, 100).size(),
                store.events(id(3), 0, 100).size(),
                store.receipts(id(3), Kind.STEP, 0, 100).size(),
                store.blob(Blob.of(bytes("body")).digest()).isPresent() ? 1 : 0,
                store.undelivered(DELIVERY, at(1), 100).size(),
                store.answered(answer("k", "done", at(0)).key(), at(1)).isPresent() ? 1 : 0,
                store.place(place(id(1), 3, 0).ref()).isPresent() ? 1 : 0,
                store.place(place(id(3), 4, 1).ref()).isPresent() ? 1 : 0,
                (int) store.memories().mark(MemoryScope.shared(TestRuns.TENANT)).version());
    }

    /// Counts statements once armed.
    private abstract static class Counting implements StatementProbe {

        private final int point;
        private volatile boolean armed;
        final AtomicInteger passed = new AtomicInteger();

        Counting(int point) {
            this.point = point;
        }

        void arm() {
            armed = true;
        }

        void disarm() {
            armed = false;
        }

        @Override
        public void before(String statement) {
            if (armed && passed.incrementAndGet() == point) {
                reached(statement);
            }
        }

        abstract void reached(String statement);
    }

    private static final class FailAt extends Counting {

        FailAt(int point) {
            super(point);
        }

        @Override
        void reached(String statement) {
            throw new IllegalStateException("injected before: " + statement);
        }
    }

    private static final class CopyAt extends Counting {

        private final Path from;
        private final Path to;

        CopyAt(int point, Path from, Path to) {
            super(point);
            this.from = from;
            this.to = to;
        }

        /// Without the shared memory file, which does not survive the last process.
        @Override
        void reached(String statement) {
            try (Stream<Path> files = Files.list(from)) {
                for (Path file : files.toList()) {
                    if (!file.toString().endsWith("-shm")) {
                        Files.copy(file, to.resolve(file.getFileName()));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
