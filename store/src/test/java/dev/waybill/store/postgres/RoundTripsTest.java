package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.Transaction;
import dev.waybill.simulator.TestRuns;
import dev.waybill.store.sql.StatementProbe;
import dev.waybill.testkit.Relay;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How often a commit waits for the server, counted on the wire. Ten times, so that what happens once does not
/// matter.
class RoundTripsTest {

    private static final ProcessId OWNER = new ProcessId("owner");
    private static final int RUNS = 20;
    private static final int TIMES = 10;

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

    @Test
    void aSignedStepIsOneRoundTrip() {
        int before = relay.roundTrips();
        for (long head = TIMES; head < 2 * TIMES; head++) {
            assertThat(commits.commit(step(TestRuns.id(0), head))).isEqualTo(Commit.DONE);
        }
        assertThat(relay.roundTrips() - before).isEqualTo(TIMES);
    }

    @Test
    void theStepsOfManyRunsAreOneRoundTripTogether() {
        int before = relay.roundTrips();
        for (long head = TIMES; head < 2 * TIMES; head++) {
            assertThat(extend(head)).hasSize(RUNS - 1);
        }
        assertThat(relay.roundTrips() - before).isEqualTo(TIMES);
    }
}
