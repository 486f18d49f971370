package dev.waybill.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/// A file of SQLite's with the pragmas of our store, and nothing else of it.
final class BareDatabase {

    private BareDatabase() {}

    static Connection open(Path file, String schema) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA wal_autocheckpoint = 40000");
            statement.execute(schema);
        }
        return connection;
    }
}
