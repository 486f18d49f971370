package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.simulator.TestRuns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Two nodes on one database.
class SeveralNodesTest {

    private static final RunId RUN = TestRuns.id(1);
    private static final ProcessId HERE = new ProcessId("here");
    private static final ProcessId THERE = new ProcessId("there");
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Instant START = TestRuns.at(0);
    private static final Instant AFTER_THE_LEASE = TestRuns.at(11);

    private final String url = PostgresServer.newDatabase();

    @Test
    void aNodeThatWasStoppedPastItsLeaseLosesItsRunAndCannotWriteToIt() {
        try (PostgresStore here = PostgresStore.open(url);
                PostgresStore there = PostgresStore.open(url)) {
            here.register(HERE, "serve", START);
            there.register(THERE, "serve", START);
            here.commit(newRun(RUN).projection(TestRuns.ready(START)).alone());
            assertThat(here.claim(HERE, ClaimScope.ALL, START, LEASE, 9)).containsExactly(new Claim(RUN, 1, false));
            assertThat(there.claim(THERE, ClaimScope.ALL, START, LEASE, 9)).isEmpty();

            there.heartbeat(THERE, AFTER_THE_LEASE);
            assertThat(there.claim(THERE, ClaimScope.ALL, AFTER_THE_LEASE, LEASE, 9))
                    .containsExactly(new Claim(RUN, 2, true));
            assertThat(here.commit(append(RUN, 0).ownedBy(HERE, 1).events(1).alone()))
                    .isEqualTo(new Commit.Fenced(RUN));
            assertThat(there.commit(append(RUN, 0).ownedBy(THERE, 2).events(1).alone()))
                    .isEqualTo(Commit.DONE);
        }
    }

    @Test
    void aLateCommitOfTheOldOwnerThatWaitsForTheClaimIsFenced() throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        try (PostgresStore here = PostgresStore.open(url);
                Database there = Database.open(Address.parse(url), _ -> {});
                ExecutorService threads = Executors.newCachedThreadPool()) {
            here.commit(newRun(RUN)
                    .ownedBy(HERE, 1)
                    .projection(TestRuns.ready(START))
                    .alone());
            Future<List<Claim>> claim = threads.submit(() -> there.write(session -> {
                List<Claim> claims = OwnershipTable.claim(session, THERE, ClaimScope.ALL, START, LEASE, 9, List.of());
                claimed.countDown();
                awaitBlockedWriter();
                return claims;
            }));
            claimed.await();
            assertThat(here.commit(append(RUN, 0).ownedBy(HERE, 1).events(1).alone()))
                    .isEqualTo(new Commit.Fenced(RUN));
            assertThat(claim.get()).containsExactly(new Claim(RUN, 2, true));
        }
    }

    private void awaitBlockedWriter() {
        while (PostgresServer.ask(url, "SELECT count(*) FROM pg_locks WHERE NOT granted")
                .equals("0")) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aClaimWhoseAnswerGotLostIsFoundAgain() {
        AtomicBoolean cut = new AtomicBoolean();
        try (PostgresStore store = PostgresStore.open(url, statement -> {
            if (statement.equals("committed") && cut.getAndSet(false)) {
                throw new IllegalStateException("the answer is lost");
            }
        })) {
            store.register(HERE, "serve", START);
            store.commit(newRun(RUN).projection(TestRuns.ready(START)).alone());
            cut.set(true);
            assertThat(store.claim(HERE, ClaimScope.ALL, START, LEASE, 9)).containsExactly(new Claim(RUN, 1, false));
            assertThat(store.claim(HERE, ClaimScope.ALL, START, LEASE, 9)).isEmpty();
        }
    }

    @Test
    void aVirtualThreadThatIsInterruptedBreaksNoConnection() throws Exception {
        try (PostgresStore store = PostgresStore.open(url)) {
            store.commit(newRun(RUN).alone());
            AtomicBoolean answered = new AtomicBoolean();
            Thread thread = Thread.startVirtualThread(() -> {
                Thread.currentThread().interrupt();
                boolean found = store.run(RUN).isPresent();
                Commit commit = store.commit(append(RUN, 0).events(1).alone());
                answered.set(found && commit.equals(Commit.DONE) && Thread.interrupted());
            });
            thread.join();
            assertThat(answered).isTrue();
        }
    }

    @Test
    void aCommitIsDurableWhateverTheServersDefaultIs() {
        try (Database database = Database.open(Address.parse(url), _ -> {})) {
            assertThat(PostgresServer.ask(url, "SHOW synchronous_commit")).isEqualTo("off");
            Optional<String> setting = database.read(
                    session -> session.prepare("SHOW synchronous_commit").first(row -> row.getString(1)));
            assertThat(setting).contains("on");
        }
    }
}
