package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The database file, and how connections to it are made.
///
/// @param patience how long to wait for another process
/// @param maxPages the largest size of the file in pages, 0 for no bound
record SqliteFile(Path path, Duration patience, int maxPages) {

    static final String NAME = "waybill.db";

    /// Where the file of a data directory lies; makes the directory when it is not there.
    ///
    /// @throws StoreException when that cannot be done
    static Path in(Path directory) {
        try {
            Files.createDirectories(directory, OwnerOnly.folder());
        } catch (IOException e) {
            throw new StoreException(
                    StoreProblem.READ_ONLY,
                    "the data directory %s cannot be made: choose another with --data".formatted(directory),
                    e);
        }
        return directory.resolve(NAME);
    }

    /// Another process holds its lock for a batch, so asking again this often finds the gap soon after it opens.
    private static final Duration POLL = Duration.ofNanos(500_000);

    /// SQLite gives its other files the rights of this one.
    SqlSession writer(StatementProbe probe) throws SQLException {
        try {
            OwnerOnly.create(path);
        } catch (IOException e) {
            // SQLite meets the same trouble, and has a name for it.
        }
        Connection connection = connect("rwc");
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 0");
            patiently(() -> statement.execute("PRAGMA journal_mode = WAL"));
            statement.execute("PRAGMA synchronous = FULL");
            // 160 MB, for a writer whom Checkpoints cannot keep up with, or that never pauses.
            statement.execute("PRAGMA wal_autocheckpoint = 40000");
            statement.execute("PRAGMA cache_size = -32000");
            if (maxPages > 0) {
                statement.execute("PRAGMA max_page_count = " + maxPages);
            }
            // We begin and commit by ourselves. The driver would try a BEGIN after each statement, to see whether we
            // did.
            connection.unwrap(SQLiteConnection.class).getConnectionConfig().setAutoCommit(false);
            return new SqlSession(connection, probe);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    SqlSession reader() throws SQLException {
        Connection connection = connect(access());
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + patience.toMillis());
            statement.execute("PRAGMA query_only = ON");
            return new SqlSession(connection, StatementProbe.NONE);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// Readers of a write-ahead log coordinate through files beside the database. Where none can be made, and no log is
    /// there that anybody could still be writing, the file is what it is.
    private String access() {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || (Files.isWritable(folder) && Files.isWritable(path))) {
            return "rw";
        }
        return Files.exists(folder.resolve(NAME + "-wal")) ? "ro" : "ro&immutable=1";
    }

    /// @param mode as in a URI of SQLite: a path may hold any character, a question mark as well
    private Connection connect(String mode) throws SQLException {
        SqliteLibrary.load();
        String uri = "file://" + path.toUri().getRawPath() + "?mode=" + mode;
        Connection connection = new JDBC().connect(JDBC.PREFIX + uri, options());
        if (connection == null) {
            throw new SQLException("the SQLite driver does not know " + path);
        }
        return connection;
    }

    /// The driver would ask for the new row's number after each INSERT, by a statement that it prepares anew.
    private static Properties options() {
        Properties options = new Properties();
        options.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
        return options;
    }

    /// Repeats an action while another process is in its way.
    void patiently(Action action) throws SQLException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                action.run();
                return;
            } catch (SQLiteException e) {
                if (!isBusy(e) || System.nanoTime() - end > 0) {
                    throw e;
                }
            }
            Pause.of(POLL);
        }
    }

    private static boolean isBusy(SQLiteException e) {
        int primary = e.getResultCode().code & 0xFF;
        return primary == SQLiteErrorCode.SQLITE_BUSY.code || primary == SQLiteErrorCode.SQLITE_LOCKED.code;
    }

    /// Something to do with the database.
    @FunctionalInterface
    interface Action {
        void run() throws SQLException;
    }
}
