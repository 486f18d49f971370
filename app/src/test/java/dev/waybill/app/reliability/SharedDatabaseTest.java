package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.store.RunStore;
import dev.waybill.testkit.Seeds;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes on one PostgreSQL: one is stopped past its lease and comes back, one is killed, and connections are
/// cut under both. Ten times longer: `-Dwaybill.campaign=10`.
class SharedDatabaseTest {

    private static final int ROUNDS = Math.max(1, Integer.getInteger("waybill.campaign", 1));
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration A_WHILE = Duration.ofSeconds(15);
    private static final int MOST_STOPS = 4;

    @TempDir
    Path folder;

    private final long seed = Long.getLong("waybill.seed", System.nanoTime());
    private final Random random = Seeds.random(seed);
    private final List<Spawned> spawned = new ArrayList<>();
    private final EmbeddedPostgres server;
    private final String url;
    private int cut;
    private int takenOver;

    SharedDatabaseTest() throws IOException {
        server = EmbeddedPostgres.builder().start();
        url = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
    }

    @BeforeEach
    void sayTheSeed() {
        System.out.println("trouble on one database with -Dwaybill.seed=" + seed);
    }

    @AfterEach
    void endAll() throws IOException {
        spawned.forEach(Spawned::close);
        server.close();
    }

    @Test
    void nothingAnsweredIsLostWhoeverStopsDiesOrIsCutOff() throws Exception {
        Spawned anna = start("anna");
        try (RunStore store = BusyHost.open(url)) {
            Aftermath view = new Aftermath(store);
            for (int round = 0; round < ROUNDS; round++) {
                Spawned bert = start("bert-" + round);
                cutConnections();
                stopPastItsLease(anna, view);
                cutConnections();
                work();
                bert.kill();
                cutConnections();
            }
        }
        anna.kill();
        judge();
    }

    private Spawned start(String kind) throws IOException, InterruptedException {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(Trace.FILE, calls().toString());
        properties.put(Trace.MILLIS, "30");
        String lease = Long.toString(LEASE.toMillis());
        Spawned process =
                Spawned.start(folder, new LinkedHashMap<>(), properties, BusyHost.class, url, kind, lease, "12");
        spawned.add(process);
        return process.ready();
    }

    private Path calls() {
        return folder.resolve("calls.txt");
    }

    private void work() throws InterruptedException {
        Thread.sleep(random.nextInt(200, 700));
    }

    /// It is stopped with work in hand; the other takes that over; when it wakes up, what it still wants to record
    /// is refused, and it works on as if nothing had been. Either the store refuses it, or the process has read the
    /// run anew, because what it knew was lost with a connection, and sees that nobody waits any more. What was on
    /// its way when it was stopped may have been recorded before; then it is stopped once more.
    private void stopPastItsLease(Spawned process, Aftermath view) throws Exception {
        int started = 0;
        boolean refused = false;
        for (int times = 0; !refused && times < MOST_STOPS; times++) {
            Set<String> late = stop(process, view);
            started = process.said("started").size();
            refused = within(
                    A_WHILE,
                    () -> Stream.of("fenced", "late")
                            .flatMap(word -> process.said(word).stream())
                            .anyMatch(late::contains));
        }
        assertThat(refused).as("what comes late is refused").isTrue();
        int before = started;
        await("it starts runs again", () -> process.said("started").size() > before + 12);
    }

    /// @return the runs that it had in hand, and that the other took over while it stood still
    private Set<String> stop(Spawned process, Aftermath view) throws Exception {
        String name = process.said("ready").getFirst();
        Set<String> inHand = new TreeSet<>();
        while (inHand.isEmpty()) {
            process.signal("CONT");
            work();
            process.signal("STOP");
            inHand = view.atWorkFor(name);
        }
        await("another process takes over", () -> view.ownedBy(name).isEmpty());
        takenOver += inHand.size();
        process.signal("CONT");
        return inHand;
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        assertThat(within(PATIENCE, condition)).as(what).isTrue();
    }

    private static boolean within(Duration time, BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plus(time);
        while (!condition.getAsBoolean() && Instant.now().isBefore(end)) {
            Thread.sleep(50);
        }
        return condition.getAsBoolean();
    }

    /// All connections of all processes, in the midst of whatever they do, as a firewall or a restart cuts them.
    private void cutConnections() throws SQLException, InterruptedException {
        for (int times = random.nextInt(1, 4); times > 0; times--) {
            work();
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("""
                            SELECT count(pg_terminate_backend(pid))
                              FROM pg_stat_activity
                             WHERE datname = current_database() AND pid <> pg_backend_pid()""")) {
                cut += row.next() ? row.getInt(1) : 0;
            }
        }
    }

    private int said(String word) {
        return spawned.stream().mapToInt(process -> process.said(word).size()).sum();
    }

    private void judge() throws Exception {
        Set<String> started = new LinkedHashSet<>();
        spawned.forEach(process -> started.addAll(process.said("started")));
        try (BusyHost successor = new BusyHost(url, "successor", BusyHost.SHORT_LEASE, new Trace(calls(), 2))) {
            Aftermath aftermath = new Aftermath(successor.store());
            int runs = aftermath.everyRunCompletes();
            aftermath.holds(started);
            aftermath.noOutcomeIsRecordedTwice();
            aftermath.fsckFindsNothing();
            System.out.printf(
                    "%d connections cut, %d runs, %d of them answered for, %d in the hands of a stopped process, "
                            + "%d commits fenced, %d outcomes known to be late, %d calls repeated%n",
                    cut,
                    runs,
                    started.size(),
                    takenOver,
                    said("fenced"),
                    said("late"),
                    Aftermath.everyRepeatedCallCarriesTheSameId(calls()));
        }
    }
}
