package dev.waybill.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// The least that makes an event durable in SQLite: one prepared INSERT, committed by itself.
final class BareInserts implements Work, AutoCloseable {

    private final Connection connection;
    private final PreparedStatement insert;
    private long sequence;

    BareInserts(Path file) throws SQLException {
        connection = BareDatabase.open(file, """
                CREATE TABLE events (
                  run INTEGER NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, node_id TEXT,
                  public BLOB NOT NULL, private BLOB NOT NULL, UNIQUE (run, seq))
                """);
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
