package dev.waybill.bench;

import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.store.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/// A PostgreSQL with the settings that it comes with.
record BenchServer(EmbeddedPostgres server) implements AutoCloseable {

    private static final int EVENTS_A_RUN = 10;

    static BenchServer start() throws IOException {
        return new BenchServer(EmbeddedPostgres.builder().start());
    }

    /// A database with so many events of runs that are over, of which nobody has told the planner.
    String newDatabase(String name, int events) throws SQLException {
        String url = server.getJdbcUrl("postgres", name);
        execute(server.getJdbcUrl("postgres", "postgres"), "CREATE DATABASE " + name);
        try (PostgresStore store = PostgresStore.open(url)) {
            Sink.swallow(new BenchHost(store, ReceiptPolicy.OFF).tenSteps());
        }
        fill(url, events);
        return url;
    }

    static void fill(String url, int events) throws SQLException {
        execute(url, """
                INSERT INTO waybill.run (
                       run_id, tenant, definition_id, header, prefix_length, head, steps, summaries, status, ready,
                       updated_at, epoch, woken, pruned)
                SELECT 'run_old' || n, tenant, definition_id, header, 0, %d, 0, 0, 'completed', false, updated_at + n, 1,
                       false, false
                  FROM waybill.run, generate_series(1, %d) AS n
                """.formatted(EVENTS_A_RUN, events / EVENTS_A_RUN));
        execute(url, """
                INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part)
                SELECT 'run_old' || n, seq, 'node.completed', 'node', decode(repeat('78', 300), 'hex'), ''
                  FROM generate_series(1, %d) AS n, generate_series(0, %d) AS seq
                """.formatted(events / EVENTS_A_RUN, EVENTS_A_RUN - 1));
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
