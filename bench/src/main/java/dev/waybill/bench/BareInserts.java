package dev.waybill.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// The least that makes an event durable in SQLite: one prepared INSERT, committed by itself.
final class BareInserts implements Work, AutoCloseable {

    private final Connection connection;
    private final PreparedStatement insert;
    private long sequence;

    BareInserts(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA wal_autocheckpoint = 10000");
            statement.execute("""
                    CREATE TABLE events (
                      run INTEGER NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, node_id TEXT,
                      public BLOB NOT NULL, private BLOB NOT NULL, UNIQUE (run, seq))
                    """);
        }
        insert = connection.prepareStatement(
                "INSERT INTO events (run, seq, type, node_id, public, private) VALUES (1, ?, ?, ?, ?, ?)");
    }

    @Override
    public Object once() {
        try {
            insert.setLong(1, sequence++);
            insert.setString(2, "node.completed");
            insert.setString(3, "node");
            insert.setBytes(4, RunAppends.EVENT);
            insert.setBytes(5, RunAppends.NOTHING);
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
