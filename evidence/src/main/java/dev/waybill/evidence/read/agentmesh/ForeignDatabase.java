package dev.waybill.evidence.read.agentmesh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// Somebody else's SQLite database, read without leaving a trace beside it.
///
/// SQLite opened in the usual way creates files next to a database that was written with a write-ahead log. So a
/// database without such a log is opened as immutable, and one with a log is copied, and the log with it: rows that are
/// only there would be missed otherwise.
final class ForeignDatabase implements AutoCloseable {

    private static final int ATTEMPTS = 5;

    /// Nobody writes a longer row into a board; a cell of a gigabyte is a few bytes in a hostile one.
    private static final int LONGEST_ROW = 4 << 20;

    private final Connection connection;
    private final @Nullable Path copy;

    private ForeignDatabase(Connection connection, @Nullable Path copy) {
        this.connection = connection;
        this.copy = copy;
    }

    static ForeignDatabase open(Path file) throws IOException, SQLException {
        Path log = log(file);
        if (!Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS) || Files.size(log) == 0) {
            return new ForeignDatabase(connect(file.toUri().getRawPath() + "?immutable=1"), null);
        }
        Path folder = Files.createTempDirectory("waybill-board-");
        try {
            Path target = folder.resolve("board.db");
            copy(file, log, target);
            return new ForeignDatabase(connect(target.toUri().getRawPath()), folder);
        } catch (IOException | SQLException e) {
            delete(folder);
            throw e;
        }
    }

    /// Its write-ahead log, whether or not there is one.
    static Path log(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    private static Connection connect(String address) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setPragma(SQLiteConfig.Pragma.LIMIT_LENGTH, Integer.toString(LONGEST_ROW));
        Connection connection = DriverManager.getConnection("jdbc:sqlite:file:" + address, config.toProperties());
        try (Statement statement = connection.createStatement()) {
            // The schema is foreign as well: none of its functions may be called behind our back.
            statement.execute("pragma trusted_schema = off");
            statement.execute("pragma query_only = on");
        }
        return connection;
    }

    /// Copies both files as they are at one moment: a writer may be at work.
    private static void copy(Path file, Path log, Path target) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<Object> before = state(file, log);
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(log, log(target), StandardCopyOption.REPLACE_EXISTING);
            if (before.equals(state(file, log))) {
                return;
            }
        }
        throw new IOException("the database is being written all the time; read it when its writer rests");
    }

    private static List<Object> state(Path file, Path log) throws IOException {
        FileTime changed = Files.getLastModifiedTime(file);
        return List.of(changed, Files.size(file), Files.getLastModifiedTime(log), Files.size(log));
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() throws IOException, SQLException {
        try {
            connection.close();
        } finally {
            if (copy != null) {
                delete(copy);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(folder);
    }
}
