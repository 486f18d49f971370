package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.Transaction;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.StatementProbe;
import dev.waybill.testkit.Relay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How often a commit waits for the server, counted on the wire. Ten times, so that what happens once does not
/// matter.
class RoundTripsTest {

    private static final ProcessId OWNER = new ProcessId("owner");
    private static final int RUNS = 20;
    private static final int TIMES = 10;
    private static final int ROUNDS = 5;

    private final String url = PostgresServer.newDatabase();
    private final Relay relay = new Relay(PostgresServer.port());
    private final Database database = Database.open(Address.parse(relay.url(url)), StatementProbe.NONE);
    private final Commits commits = new Commits(database, _ -> {});

    @BeforeEach
    void runsExistAndTheDriverKnowsTheStatements() {
        for (int n = 0; n < RUNS; n++) {
            commits.commit(newRun(TestRuns.id(n)).ownedBy(OWNER, 1).alone());
        }
        for (long head = 0; head < TIMES; head++) {
            commits.commit(step(TestRuns.id(0), head));
            extend(head);
        }
    }

    @AfterEach
    void close() {
        commits.close();
        database.close();
        relay.close();
    }

    private static Transaction step(RunId run, long head) {
        return append(run, head)
                .ownedBy(OWNER, 1)
                .events(1)
                .receipts(TestRuns.step(run, head, head))
                .alone();
    }

    /// All runs but the first, in one batch.
    private List<Integer> extend(long head) {
        List<Extension> extensions = new ArrayList<>();
        for (int n = 1; n < RUNS; n++) {
            extensions.add(new Pending(step(TestRuns.id(n), head)).extension());
        }
        return database.statement(session -> Extensions.write(session, extensions))
                .orElseThrow();
    }

    /// The least of a few rounds: a pool that opens another connection meanwhile talks to the server as well.
    private int leastOf(IntConsumer round) {
        int least = Integer.MAX_VALUE;
        for (int n = 1; n <= ROUNDS; n++) {
            int before = relay.roundTrips();
            round.accept(n);
            least = Math.min(least, relay.roundTrips() - before);
        }
        return least;
    }

    @Test
    void aSignedStepIsOneRoundTrip() {
        assertThat(leastOf(round -> {
                    for (int head = round * TIMES; head < (round + 1) * TIMES; head++) {
                        assertThat(commits.commit(step(TestRuns.id(0), head))).isEqualTo(Commit.DONE);
                    }
                }))
                .isEqualTo(TIMES);
    }

    @Test
    void theStepsOfManyRunsAreOneRoundTripTogether() {
        assertThat(leastOf(round -> {
                    for (int head = round * TIMES; head < (round + 1) * TIMES; head++) {
                        assertThat(extend(head)).hasSize(RUNS - 1);
                    }
                }))
                .isEqualTo(TIMES);
    }

    @Test
    void aNewRunIsOneRoundTrip() {
        assertThat(leastOf(round -> {
                    for (int n = RUNS + round * TIMES; n < RUNS + (round + 1) * TIMES; n++) {
                        RunId run = TestRuns.id(n);
                        assertThat(commits.commit(newRun(run)
                                        .ownedBy(OWNER, 1)
                                        .events(2)
                                        .receipts(TestRuns.step(run, 0, 0))
                                        .alone()))
                                .isEqualTo(Commit.DONE);
                    }
                }))
                .isEqualTo(TIMES);
    }

    @Test
    void thoseWhoLookAtTheSameTimeAreOneRoundTripTogether() {
        List<RunId> all = IntStream.range(0, RUNS).mapToObj(TestRuns::id).toList();
        assertThat(leastOf(_ -> {
                    for (int n = 0; n < TIMES; n++) {
                        assertThat(database.<Map<RunId, StoredRun>>read(session -> RunTable.each(session, all)))
                                .containsOnlyKeys(all);
                    }
                }))
                .isEqualTo(TIMES);
    }

    @Test
    void shelvesOfSeveralTenantsAreOneRoundTripTogether() {
        List<Shelf> all = List.of(Shelf.workspace("a"), Shelf.workspace("b"), Shelf.workflows("a"));
        database.write(session -> {
            PostgresStore.DOCUMENTS.make(session, List.of(edit(all.get(0)), edit(all.get(2))));
            return true;
        });
        assertThat(leastOf(_ -> {
                    for (int n = 0; n < TIMES; n++) {
                        assertThat(database.<Map<Shelf, Long>>read(session -> ShelfTable.marks(session, all)))
                                .containsOnlyKeys(all.get(0), all.get(2));
                    }
                }))
                .isEqualTo(TIMES);
    }

    private static Edit edit(Shelf shelf) {
        return new Edit(shelf, "notes.md", null, new byte[] {1}, Instant.EPOCH, "ada", Edit.ANY);
    }

    @Test
    void aRunThatIsThereIsNotCreatedAgain() {
        assertThat(commits.commit(
                        newRun(TestRuns.id(0)).ownedBy(OWNER, 1).events(1).alone()))
                .isEqualTo(new Commit.Lost(TestRuns.id(0), TIMES));
    }
}
