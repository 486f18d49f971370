package dev.waybill.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.store.VersionOne;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file of an earlier version is brought to the latest one when it is opened.
class SqliteMigrationTest {

    @TempDir
    Path directory;

    @TempDir
    Path fresh;

    @BeforeEach
    void aStoreOfVersionOne() throws SQLException {
        try (Connection connection = connect(directory);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(VersionOne.sql("sqlite"));
        }
        assertThat(ask(directory, "PRAGMA user_version")).containsExactly("1");
    }

    @Test
    void whatWasInItIsReadableAndGoesOn() {
        try (SqliteStore store = SqliteStore.open(directory)) {
            VersionOne.assertReadable(store);
            VersionOne.assertWritable(store);
        }
    }

    @Test
    void theFileThenRefusesBinariesOfTheEarlierVersion() throws SQLException {
        SqliteStore.open(directory).close();
        assertThat(ask(directory, "PRAGMA user_version")).containsExactly("10");
        assertThat(SqliteSchema.LATEST).isEqualTo(10);
    }

    @Test
    void itsTablesAreThenThoseOfANewFile() throws SQLException {
        SqliteStore.open(directory).close();
        SqliteStore.open(fresh).close();
        String tables = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
        assertThat(ask(directory, tables)).isEqualTo(ask(fresh, tables));
    }

    @Test
    void manyWhoOpenItAtOnceChangeItOnce() throws Exception {
        List<Future<SqliteStore>> opened = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < 6; i++) {
                opened.add(threads.submit(() -> SqliteStore.open(directory)));
            }
        }
        for (Future<SqliteStore> store : opened) {
            VersionOne.assertReadable(store.get());
        }
        for (Future<SqliteStore> store : opened) {
            store.get().close();
        }
    }

    private static Connection connect(Path directory) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(SqliteFile.NAME));
    }

    private static List<String> ask(Path directory, String sql) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (Connection connection = connect(directory);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                answers.add(String.valueOf(row.getString(1)));
            }
        }
        return answers;
    }
}
