package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Changes;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.simulator.TestRuns;
import dev.waybill.testkit.Relay;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// A server that is not there is one clear sentence, and no end.
class UnreachableTest {

    private static final RunId RUN = TestRuns.id(1);

    @Test
    void nobodyAtTheAddressIsToldWithHostAndPortAndWithoutThePassword() {
        StoreException refusal = refusal("postgresql://ann:hidden@localhost:1/ledger");
        assertThat(refusal.problem()).isEqualTo(StoreProblem.UNREACHABLE);
        assertThat(refusal.isAmbiguous()).isFalse();
        assertThat(refusal)
                .hasMessage("PostgreSQL at localhost:1, database ledger is not reachable: "
                        + "check that it runs and that the address is right");
    }

    @Test
    void aDatabaseThatDoesNotExistIsToldWithTheCommandThatCreatesIt() {
        StoreException refusal =
                refusal(PostgresServer.url("nowhere").replace("postgres:postgres@", "postgres:hidden@"));
        assertThat(refusal.problem()).isEqualTo(StoreProblem.UNREACHABLE);
        assertThat(refusal).hasMessageContaining("does not exist: create it with createdb nowhere");
    }

    @Test
    void aUserThatTheServerDoesNotKnowIsNamed() {
        StoreException refusal =
                refusal(PostgresServer.url("postgres").replace("postgres:postgres@", "stranger:hidden@"));
        assertThat(refusal.problem()).isEqualTo(StoreProblem.UNREACHABLE);
        assertThat(refusal).hasMessageContaining("refuses user stranger");
    }

    @Test
    void aWrongOrMissingPasswordIsToldWithWhatToCheck() throws IOException {
        PostgresServer.newUser("keeper", "right");
        for (String login : new String[] {"keeper:hidden@", "keeper@"}) {
            StoreException refusal = refusal(PostgresServer.url("postgres").replace("postgres:postgres@", login));
            assertThat(refusal.problem()).isEqualTo(StoreProblem.UNREACHABLE);
            assertThat(refusal)
                    .hasMessage(("PostgreSQL at localhost:%d, database postgres refuses user keeper: "
                                    + "check the name, the password and pg_hba.conf")
                            .formatted(PostgresServer.port()));
        }
    }

    @Test
    void aServerWithoutTlsIsNotAWrongPassword() {
        StoreException refusal = refusal(
                PostgresServer.url("postgres").replace("postgres:postgres@", "postgres:hidden@") + "?sslmode=require");
        assertThat(refusal.problem()).isEqualTo(StoreProblem.UNREACHABLE);
        assertThat(refusal).hasMessageContaining("offers no TLS, and sslmode=require demands it");
    }

    @Test
    void aLookAtADatabaseMakesNoTables() {
        String url = PostgresServer.newDatabase();
        StoreException refusal = catchThrowableOfType(
                StoreException.class, () -> PostgresStore.openToRead(url).close());
        assertThat(refusal.problem()).isEqualTo(StoreProblem.NOT_A_STORE);
        assertThat(PostgresServer.ask(url, "SELECT count(*) FROM pg_namespace WHERE nspname = 'waybill'"))
                .isEqualTo("0");
        PostgresStore.open(url).close();
        try (PostgresStore store = PostgresStore.openToRead(url)) {
            assertThat(store.run(RUN)).isEmpty();
        }
    }

    private static StoreException refusal(String url) {
        StoreException refusal = catchThrowableOfType(StoreException.class, () -> PostgresStore.open(url));
        StringWriter everything = new StringWriter();
        refusal.printStackTrace(new PrintWriter(everything));
        assertThat(everything.toString()).doesNotContain("hidden");
        return refusal;
    }

    /// All of them break together, and the first one to be used again must not be one of those.
    private static void openSeveralConnections(PostgresStore store) {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 80; i++) {
                threads.execute(() -> store.run(RUN));
            }
        }
    }

    @Test
    void aStoreOutlivesANetworkThatIsDown() throws InterruptedException {
        String direct = PostgresServer.newDatabase();
        try (Relay relay = new Relay(PostgresServer.port());
                PostgresStore store = PostgresStore.open(relay.url(direct));
                PostgresStore other = PostgresStore.open(direct)) {
            assertThat(store.commit(newRun(RUN).alone())).isEqualTo(Commit.DONE);
            openSeveralConnections(store);
            relay.down();
            StoreException refusal = catchThrowableOfType(
                    StoreException.class,
                    () -> store.commit(append(RUN, 0).events(1).alone()));
            assertThat(refusal.problem()).isEqualTo(StoreProblem.UNREACHABLE);
            assertThat(refusal.isAmbiguous())
                    .as("it was sent, and nobody answered")
                    .isTrue();
            assertThat(refusal).hasMessageContaining("localhost:" + relay.port());

            relay.up();
            assertThat(store.commit(append(RUN, 0).events(1).alone())).isEqualTo(Commit.DONE);
            Changes changes = store.changes();
            long seen = changes.stamp();
            other.commit(append(RUN, 1).events(1).alone());
            assertThat(changes.await(seen, Duration.ofSeconds(30))).isGreaterThan(seen);
        }
    }
}
