package dev.waybill.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.store.sql.SqlSession;
import dev.waybill.store.sql.StatementProbe;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log goes into the file beside the writer, when there is enough of it.
class CheckpointsTest {

    private static final int WORTH = 100;
    private static final String INSERT = "INSERT INTO pages VALUES (zeroblob(4000))";

    @TempDir
    Path directory;

    private SqliteFile file;
    private SqlSession writer;

    @BeforeEach
    void openTheFile() throws SQLException {
        file = file(directory.resolve(SqliteFile.NAME));
        writer = file.writer(StatementProbe.NONE);
        writer.run("CREATE TABLE pages (bytes BLOB NOT NULL)");
    }

    @AfterEach
    void closeTheFile() throws SQLException {
        writer.close();
    }

    @Test
    void aTransactionThatIsOpenIsNotInTheWay() throws SQLException {
        fill(WORTH);
        try (SqlSession other = file.writer(StatementProbe.NONE)) {
            other.run("BEGIN IMMEDIATE");
            try (Checkpoints checkpoints = new Checkpoints(file, WORTH, 1)) {
                checkpoints.wrote(writer);
            }
            assertThat(lacking()).isZero();
            other.run(INSERT);
            other.run("COMMIT");
        }
        assertThat(lacking()).isPositive();
    }

    @Test
    void aShortLogIsLeftToGrow() throws SQLException {
        fill(WORTH / 10);
        long before = lacking();
        try (Checkpoints checkpoints = new Checkpoints(file, WORTH, 1)) {
            checkpoints.wrote(writer);
        }
        assertThat(before).isPositive();
        assertThat(lacking()).isEqualTo(before);
    }

    @Test
    void nobodyLooksAfterEachBatch() throws SQLException {
        fill(WORTH);
        try (Checkpoints checkpoints = new Checkpoints(file, WORTH, 3)) {
            checkpoints.wrote(writer);
            checkpoints.wrote(writer);
        }
        assertThat(lacking()).isPositive();
    }

    @Test
    void aFileThatCannotBeOpenedIsTheWritersTrouble() throws SQLException {
        fill(WORTH);
        try (Checkpoints checkpoints =
                new Checkpoints(file(directory.resolve("none").resolve("none.db")), WORTH, 1)) {
            checkpoints.wrote(writer);
        }
        assertThat(lacking()).isPositive();
    }

    private static SqliteFile file(Path path) {
        return new SqliteFile(path, Duration.ofSeconds(1), 0);
    }

    /// A page for each row, at least.
    private void fill(int rows) throws SQLException {
        for (int i = 0; i < rows; i++) {
            writer.run(INSERT);
        }
    }

    private long lacking() throws SQLException {
        try (SqlSession reader = file.reader()) {
            return Checkpoints.lacking(reader);
        }
    }
}
