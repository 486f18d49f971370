package dev.waybill.app.reliability;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two hosts on one PostgreSQL that stands still for longer than their lease. Nobody died, so nobody inherits.
class DatabaseOutageTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final List<Spawned> hosts = new ArrayList<>();
    private final EmbeddedPostgres server;

    DatabaseOutageTest() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterEach
    void endAll() throws IOException {
        hosts.forEach(Spawned::close);
        server.close();
    }

    @Test
    void ownersThatLiveKeepTheirRunsThroughAnOutageOfTheDatabase() throws Exception {
        Spawned anna = start("anna");
        Spawned bert = start("bert");
        everybodyWorks();

        List<Long> database = database();
        signal("STOP", database);
        Thread.sleep(LEASE.multipliedBy(3));
        signal("CONT", database);
        cutConnections();
        everybodyWorks();

        for (Spawned host : List.of(anna, bert)) {
            assertThat(host.said("took")).as(host.words()).isEmpty();
        }
    }

    @Test
    void behindAnOutageADeadOwnersRunsAreStillTakenOver() throws Exception {
        Spawned anna = start("anna");
        Spawned bert = start("bert");
        everybodyWorks();

        List<Long> database = database();
        signal("STOP", database);
        bert.kill();
        Thread.sleep(LEASE.multipliedBy(2));
        signal("CONT", database);

        await(() -> !anna.said("took").isEmpty());
    }

    private Spawned start(String kind) throws IOException, InterruptedException {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(Trace.FILE, folder.resolve("calls.txt").toString());
        properties.put(Trace.MILLIS, "200");
        String url = "postgresql://postgres:postgres@localhost:%d/postgres".formatted(server.getPort());
        Spawned host = Spawned.start(
                folder,
                new LinkedHashMap<>(),
                properties,
                BusyHost.class,
                url,
                kind,
                Long.toString(LEASE.toMillis()),
                "6");
        hosts.add(host);
        return host.ready();
    }

    private void everybodyWorks() throws InterruptedException {
        List<Spawned> living =
                hosts.stream().filter(host -> host.process().isAlive()).toList();
        for (Spawned host : living) {
            int before = host.said("started").size();
            await(() -> host.said("started").size() > before + 12);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean() && Instant.now().isBefore(end)) {
            Thread.sleep(50);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    /// The server's process and those of its connections.
    private List<Long> database() throws SQLException {
        String first = ask("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)");
        ProcessHandle postmaster =
                ProcessHandle.of(Long.parseLong(first.strip())).orElseThrow();
        return Stream.concat(Stream.of(postmaster), postmaster.descendants())
                .map(ProcessHandle::pid)
                .toList();
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private static void signal(String name, List<Long> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(process -> command.add(Long.toString(process)));
        // A connection may have ended meanwhile; the others hear it.
        new ProcessBuilder(command).start().waitFor();
    }

    /// As a restart would.
    private void cutConnections() throws SQLException {
        ask("""
                SELECT count(pg_terminate_backend(pid))
                  FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()""");
    }
}
