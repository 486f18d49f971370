package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestRuns.bytes;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.simulator.TestAppend;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Trouble has a code, one sentence and a way out, and loses nothing.
class SqliteTroubleTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve(SqliteFile.NAME);
    }

    @Test
    void anOlderBinaryRefusesToOpenANewerStore() throws SQLException {
        create();
        byHand("PRAGMA user_version = " + (SqliteSchema.LATEST + 1));
        assertTrouble(() -> SqliteStore.open(directory), StoreProblem.NEWER_SCHEMA, "use a newer waybill");
    }

    @Test
    void aProcessThatIsOpenDuringAnUpgradeStopsWriting() throws SQLException {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(TestAppend.newRun(id(1)).events(1).alone());
            byHand("PRAGMA user_version = " + (SqliteSchema.LATEST + 1));
            assertTrouble(
                    () -> store.commit(TestAppend.append(id(1), 1).events(1).alone()),
                    StoreProblem.NEWER_SCHEMA,
                    "use a newer waybill");
            byHand("PRAGMA user_version = " + SqliteSchema.LATEST);
            assertThat(store.commit(TestAppend.append(id(1), 1).events(1).alone()))
                    .isEqualTo(Commit.DONE);
        }
    }

    @Test
    void anotherProgramsTablesAreLeftAlone() throws SQLException {
        byHand("CREATE TABLE notes (text)");
        assertTrouble(() -> SqliteStore.open(directory), StoreProblem.FAILED, "choose another data directory");
        byHand("INSERT INTO notes VALUES ('still here')");
    }

    @Test
    void aFileThatIsNoDatabaseIsSaidToBeNone() throws IOException {
        Files.write(file, bytes("this is no database. ".repeat(500)));
        assertTrouble(() -> SqliteStore.open(directory), StoreProblem.CORRUPT, "restore it from a backup");
        assertThat(file).hasSize(21 * 500);
    }

    @Test
    void damagedBytesAreFoundWhenTheyAreRead() throws IOException {
        try (SqliteStore store = SqliteStore.open(directory)) {
            for (int run = 1; run <= 20; run++) {
                store.commit(TestAppend.newRun(id(run)).events(200).alone());
            }
        }
        overwriteFromThirdPage();
        assertTrouble(
                () -> {
                    try (SqliteStore store = SqliteStore.open(directory)) {
                        for (int run = 1; run <= 20; run++) {
                            store.run(id(run));
                            store.events(id(run), 0, 1000);
                        }
                    }
                },
                StoreProblem.CORRUPT,
                "restore it from a backup");
    }

    private void overwriteFromThirdPage() throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] noise = new byte[(int) bytes.length() - 2 * 4096];
            java.util.Arrays.fill(noise, (byte) 0x5A);
            bytes.seek(2 * 4096);
            bytes.write(noise);
        }
    }

    @Test
    void aFullDiskLosesNothingAndTheStoreGoesOnAfterwards() {
        SqliteSettings small = SqliteSettings.DEFAULT.withMaxPages(200);
        try (SqliteStore store = SqliteStore.open(directory, small)) {
            store.commit(TestAppend.newRun(id(1)).events(1).alone());
            assertTrouble(
                    () -> store.commit(TestAppend.append(id(1), 1).events(1).with(Blob.of(new byte[2_000_000]))),
                    StoreProblem.DISK_FULL,
                    "free some and try again");
            assertThat(store.events(id(1), 0, 10)).hasSize(1);
            assertThat(store.commit(TestAppend.append(id(1), 1).events(1).alone()))
                    .isEqualTo(Commit.DONE);
        }
    }

    /// On a full disk SQLite ends the transaction by itself, sometimes; a trigger makes it do so on demand.
    @Test
    void aTransactionThatSqliteEndedByItselfLeavesNoLockBehind() throws SQLException {
        try (SqliteStore store = SqliteStore.open(directory)) {
            store.commit(TestAppend.newRun(id(1)).events(1).alone());
            byHand("CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ROLLBACK, 'full'); END");
            for (int attempt = 0; attempt < 3; attempt++) {
                assertThat(catchThrowableOfType(
                                StoreException.class,
                                () -> store.commit(
                                        TestAppend.append(id(1), 1).events(1).alone())))
                        .isNotNull();
            }
            byHand("DROP TRIGGER full");
            assertThat(store.commit(TestAppend.append(id(1), 1).events(1).alone()))
                    .isEqualTo(Commit.DONE);
            assertThat(store.events(id(1), 0, 10)).hasSize(2);
        }
    }

    /// Tests may run as root, whom no permission stops; the file system of processes stops everybody.
    @Test
    void aDirectoryThatCannotBeMadeIsNamed() {
        assertTrouble(() -> SqliteStore.open(Path.of("/proc/waybill-test")), StoreProblem.READ_ONLY, "choose another");
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws IOException {
        Path taken = Files.createFile(directory.resolve("taken"));
        assertTrouble(() -> SqliteStore.open(taken), StoreProblem.READ_ONLY, "choose another");
    }

    /// SQLite itself refuses the write, as it does when the file is read-only.
    @Test
    void aReadOnlyStoreIsSaidToBeReadOnly() throws SQLException {
        create();
        var problems = new SqliteProblems(file);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:file:" + file + "?mode=ro");
                Statement statement = connection.createStatement()) {
            SQLException refusal =
                    catchThrowableOfType(SQLException.class, () -> statement.execute("DELETE FROM runs"));
            assertThat(problems.of(refusal).problem()).isEqualTo(StoreProblem.READ_ONLY);
        }
    }

    @Test
    void aStoreThatIsLockedForTooLongIsSaidToBeBusy() throws SQLException {
        create();
        SqliteSettings impatient = SqliteSettings.DEFAULT.withPatience(Duration.ofMillis(30));
        try (SqliteStore store = SqliteStore.open(directory, impatient);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            assertTrouble(
                    () -> store.commit(TestAppend.newRun(id(1)).alone()), StoreProblem.BUSY, "end it, or try again");
            statement.execute("ROLLBACK");
            assertThat(store.commit(TestAppend.newRun(id(1)).alone())).isEqualTo(Commit.DONE);
        }
    }

    /// No disk here fails on demand, so only the translation is tried.
    @Test
    void aFailedSyncIsAmbiguousAndEndsTheStore() {
        var failed = new SQLiteException("disk I/O error", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
        StoreException trouble = new SqliteProblems(file).ofCommit(failed);
        assertThat(trouble.problem()).isEqualTo(StoreProblem.SYNC_FAILED);
        assertThat(trouble.isAmbiguous()).isTrue();
        var full = new SQLiteException("database or disk is full", SQLiteErrorCode.SQLITE_FULL);
        assertThat(new SqliteProblems(file).ofCommit(full).isAmbiguous()).isFalse();
    }

    private void create() {
        SqliteStore.open(directory).close();
    }

    private void byHand(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void assertTrouble(ThrowingCallable doing, StoreProblem problem, String wayOut) {
        StoreException trouble = catchThrowableOfType(StoreException.class, doing);
        assertThat(trouble).isNotNull();
        assertThat(trouble.problem()).isEqualTo(problem);
        assertThat(trouble).hasMessageContaining(wayOut);
        assertThat(trouble.getMessage()).doesNotContain("\n");
    }
}
