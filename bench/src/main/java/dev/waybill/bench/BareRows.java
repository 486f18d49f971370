package dev.waybill.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/// The least that makes the events of many runs durable in PostgreSQL: one prepared INSERT of a batch,
/// committed by itself.
final class BareRows implements Work, AutoCloseable {

    static final int BATCH = 64;

    private final Connection connection;
    private final PreparedStatement insert;
    private long sequence;

    BareRows(String url) throws SQLException {
        connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            statement.execute("""
                    CREATE TABLE bare (
                      run bigint NOT NULL, seq bigint NOT NULL, type text NOT NULL, node_id text, public bytea NOT NULL,
                      private bytea NOT NULL, UNIQUE (run, seq))
                    """);
        }
        insert = connection.prepareStatement("""
                INSERT INTO bare (run, seq, type, node_id, public, private)
                SELECT run, ?, 'node.completed', 'node', public, '' FROM unnest(?::bigint[], ?::bytea[]) AS n (run, public)
                """);
        Long[] runs = new Long[BATCH];
        Arrays.setAll(runs, Long::valueOf);
        byte[][] events = new byte[BATCH][];
        Arrays.fill(events, RunAppends.EVENT);
        insert.setArray(2, connection.createArrayOf("int8", runs));
        insert.setArray(3, connection.createArrayOf("bytea", events));
    }

    @Override
    public Object once() {
        try {
            insert.setLong(1, sequence++);
            return insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the bare loop failed", e);
        }
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
