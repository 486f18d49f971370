package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.Transaction;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.StatementProbe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Faults between any two statements of a commit: it happened whole, or not at all, and the answer says which.
class CommitFaultTest {

    private static final RunId SOURCE = TestRuns.id(1);

    private final String url = PostgresServer.newDatabase();
    private final Script script = new Script();
    private final PostgresStore store = PostgresStore.open(url, script);

    /// Does something just before one statement, once.
    private static final class Script implements StatementProbe {
        private final List<String> heard = new ArrayList<>();
        private int at = -1;
        private Runnable fault = () -> {};

        @Override
        public synchronized void before(String statement) {
            heard.add(statement);
            if (heard.size() - 1 == at) {
                at = -1;
                fault.run();
            }
        }

        synchronized void plan(int statement, Runnable what) {
            heard.clear();
            at = statement;
            fault = what;
        }

        synchronized List<String> heard() {
            return List.copyOf(heard);
        }
    }

    @BeforeEach
    void aRunExists() {
        store.commit(newRun(SOURCE).events(2).alone());
    }

    @AfterEach
    void close() {
        store.close();
    }

    /// Touches every table: the source goes on, a fork and a child of it are created.
    private static Transaction everything(int n, long head) {
        RunId fork = TestRuns.id(10 + 2 * n);
        RunId child = TestRuns.id(11 + 2 * n);
        return new Transaction(
                List.of(
                        append(SOURCE, head).events(1).build(),
                        newRun(TestRuns.fork(fork, SOURCE, new Segment(SOURCE, 2)))
                                .events(2)
                                .receipts(TestRuns.step(fork, 0, -1), TestRuns.step(fork, 1, 2))
                                .build(),
                        newRun(TestRuns.child(child, SOURCE))
                                .receipts(TestRuns.step(child, 0, -1))
                                .build()),
                List.of(Blob.of(TestRuns.bytes("blob " + n))),
                List.of(TestRuns.delivery("delivery " + n, SOURCE, head, TestRuns.at(0))),
                TestRuns.answer("call " + n, "answer", TestRuns.at(0)),
                List.of(TestRuns.place(fork, 2, 0), TestRuns.place(SOURCE, head, 1)),
                List.of(TestRuns.memory(SOURCE, head, "entry " + n)));
    }

    /// What a commit of everything says to the server, up to `COMMIT` and the moment after it.
    private List<String> statements() {
        script.plan(-1, () -> {});
        assertThat(store.commit(everything(0, 2))).isEqualTo(Commit.DONE);
        List<String> statements = script.heard();
        assertThat(statements).hasSizeGreaterThan(13).endsWith("COMMIT", StatementProbe.COMMITTED);
        return statements;
    }

    @Test
    void aFaultBeforeAnyStatementLeavesNothing() {
        int commit = statements().size() - 2;
        String before = PostgresServer.dump(url);
        for (int at = 0; at <= commit; at++) {
            script.plan(at, CommitFaultTest::fail);
            StoreException refusal = catchThrowableOfType(StoreException.class, () -> store.commit(everything(1, 3)));
            assertThat(refusal.isAmbiguous()).isFalse();
            assertThat(PostgresServer.dump(url))
                    .as("after a fault before statement %d", at)
                    .isEqualTo(before);
        }
        assertThat(store.commit(everything(1, 3))).isEqualTo(Commit.DONE);
        assertThat(PostgresServer.dump(url)).isNotEqualTo(before);
    }

    private static void fail() {
        throw new IllegalStateException("a fault on demand");
    }

    @Test
    void aFaultAfterTheCommitLeavesTheOutcomeOpenAndReadingSettlesIt() {
        int committed = statements().size() - 1;
        script.plan(committed, CommitFaultTest::fail);
        StoreException unknown = catchThrowableOfType(StoreException.class, () -> store.commit(everything(1, 3)));
        assertThat(unknown.isAmbiguous()).isTrue();
        assertThat(store.run(SOURCE).orElseThrow().head()).isEqualTo(4);
        assertThat(store.commit(everything(1, 3))).isInstanceOf(Commit.Answered.class);
    }

    @Test
    void aConnectionThatIsCutBeforeTheCommitIsReplacedAndTheWorkDoneOnce() {
        int commit = statements().size() - 2;
        for (int at = 0; at < commit; at++) {
            script.plan(at, () -> PostgresServer.cutConnections(url));
            assertThat(store.commit(everything(at + 1, at + 3)))
                    .as("cut before statement %d", at)
                    .isEqualTo(Commit.DONE);
            assertThat(store.run(SOURCE).orElseThrow().head()).isEqualTo(at + 4);
        }
    }

    @Test
    void aConnectionThatIsCutAtTheCommitLeavesTheOutcomeOpenAndReadingSettlesIt() {
        int commit = statements().size() - 2;
        String before = PostgresServer.dump(url);
        script.plan(commit, () -> PostgresServer.cutConnections(url));
        StoreException unknown = catchThrowableOfType(StoreException.class, () -> store.commit(everything(1, 3)));
        assertThat(unknown.isAmbiguous()).isTrue();
        assertThat(store.run(SOURCE).orElseThrow().head()).isEqualTo(3);
        assertThat(PostgresServer.dump(url)).isEqualTo(before);
        assertThat(store.commit(everything(1, 3))).isEqualTo(Commit.DONE);
    }
}
