package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// The SQLite database of an index, and how it is opened: to be read as it is at one moment, or to be written by one at
/// a time. It is a cache over files that others own, and nothing but the records that cannot be read again in place is
/// only here.
final class IndexDatabase {

    static final String NAME = "index.db";

    /// "WBEI", so that nobody else's database is taken for an index.
    private static final int APPLICATION = 0x57424549;

    /// Goes up whenever an older index must not be read any more.
    static final int VERSION = 5;

    /// Kept outside the heap, and enough that the upper levels of every tree stay there.
    private static final int CACHE_KILOBYTES = 64 << 10;

    private static final int PATIENCE_MILLIS = 60_000;

    private IndexDatabase() {}

    static Path file(Path folder) {
        return folder.resolve(NAME);
    }

    /// A connection that sees the index as it is now, whatever is written meanwhile.
    ///
    /// @throws UnusableIndex when there is none, or none of this version
    static Connection snapshot(Path folder) throws SQLException {
        Path file = file(folder);
        if (!Files.isRegularFile(file)) {
            throw none(folder);
        }
        // SQLite keeps notes for several readers beside the file; where nobody may write, nobody does.
        Connection connection = connect(file, Files.isWritable(folder) ? "" : "?immutable=1");
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma query_only = on");
            statement.execute("begin");
            check(statement, folder);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static void check(Statement statement, Path folder) throws SQLException {
        int application = number(statement, "pragma application_id");
        int version = number(statement, "pragma user_version");
        if (application == 0 && version == 0) {
            throw none(folder);
        }
        if (application != APPLICATION) {
            throw foreign(folder);
        }
        if (version != VERSION) {
            throw new UnusableIndex("expected version " + VERSION + " of the index at " + folder + ", found " + version
                    + "; make it anew with 'evidence index'");
        }
    }

    private static UnusableIndex none(Path folder) {
        return new UnusableIndex("expected an index at " + folder + ", found none; make one with 'evidence index'");
    }

    private static UnusableIndex foreign(Path folder) {
        return new UnusableIndex(
                "expected an index at " + folder + ", found a database of something else; name another folder");
    }

    /// A connection in whose transaction everything happens that is written; the tables are there.
    static Connection writer(Path folder) throws SQLException, IOException {
        Files.createDirectories(folder);
        Connection connection = connect(file(folder), "");
        try (Statement statement = connection.createStatement()) {
            boolean isNew = number(statement, "select count(*) from sqlite_master") == 0;
            if (!isNew && number(statement, "pragma application_id") != APPLICATION) {
                throw foreign(folder);
            }
            statement.execute("pragma page_size = 8192");
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = normal");
            statement.execute("pragma threads = 2");
            statement.execute("begin immediate");
            if (isNew || number(statement, "pragma user_version") != VERSION) {
                IndexSchema.make(statement);
                statement.execute("pragma application_id = " + APPLICATION);
                statement.execute("pragma user_version = " + VERSION);
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static Connection connect(Path file, String how) throws SQLException {
        // As an address, so that every path is one, whatever characters it has.
        Connection connection =
                DriverManager.getConnection("jdbc:sqlite:file:" + file.toUri().getRawPath() + how);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = " + PATIENCE_MILLIS);
            statement.execute("pragma cache_size = -" + CACHE_KILOBYTES);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet found = statement.executeQuery(sql)) {
            return found.next() ? found.getInt(1) : 0;
        }
    }

    /// What SQLite's trouble with an index means to its user.
    static UnusableIndex damaged(@Nullable Path folder, SQLException e) {
        return new UnusableIndex("the index" + (folder == null ? "" : " at " + folder) + " is damaged ("
                + e.getMessage() + "); delete it and make it anew");
    }
}
