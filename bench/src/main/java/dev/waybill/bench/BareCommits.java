package dev.waybill.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// The least that makes so many bytes durable in SQLite: one row, committed by itself.
final class BareCommits implements Work, AutoCloseable {

    private final Connection connection;
    private final PreparedStatement insert;
    private final byte[] bytes;

    BareCommits(Path file, int length) throws SQLException {
        bytes = new byte[length];
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA wal_autocheckpoint = 10000");
            statement.execute("CREATE TABLE bytes (bytes BLOB NOT NULL)");
        }
        insert = connection.prepareStatement("INSERT INTO bytes VALUES (?)");
    }

    @Override
    public Object once() {
        try {
            insert.setBytes(1, bytes);
            return insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the bare commit failed", e);
        }
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
