package dev.waybill.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// The least that makes so many bytes durable in SQLite: one row, committed by itself.
final class BareCommits implements Work, AutoCloseable {

    private final Connection connection;
    private final PreparedStatement insert;
    private final byte[] bytes;

    BareCommits(Path file, int length) throws SQLException {
        bytes = new byte[length];
        connection = BareDatabase.open(file, "CREATE TABLE bytes (bytes BLOB NOT NULL)");
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
