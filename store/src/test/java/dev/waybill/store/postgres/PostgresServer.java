package dev.waybill.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// One real PostgreSQL for all tests of a JVM, stopped when the JVM ends. Every test gets a database of its own.
final class PostgresServer {

    /// A test uses no more than this many; older ones are dropped, for each takes its time to delete.
    private static final int KEPT = 3;

    private static final List<String> TABLES = List.of(
            "run",
            "event",
            "shared_prefix",
            "receipt",
            "answer",
            "outbox",
            "blob",
            "process",
            "token_place",
            "token_key",
            "api_key",
            "memory_scope",
            "memory_change");

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private PostgresServer() {}

    private static final class Running {
        private static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                // Its machine does not crash, and most of its time would go into making new databases durable.
                return EmbeddedPostgres.builder()
                        .setServerConfig("synchronous_commit", "off")
                        .setServerConfig("fsync", "off")
                        .setServerConfig("full_page_writes", "off")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("the PostgreSQL of the tests does not start", e);
            }
        }
    }

    static int port() {
        return Running.SERVER.getPort();
    }

    /// The URL of a new, empty database.
    static String newDatabase() {
        int number = DATABASES.incrementAndGet();
        execute(url("postgres"), "DROP DATABASE IF EXISTS test_%d WITH (FORCE)".formatted(Math.max(0, number - KEPT)));
        execute(url("postgres"), "CREATE DATABASE test_" + number);
        return url("test_" + number);
    }

    static String url(String database) {
        return "postgresql://postgres:postgres@localhost:%d/%s".formatted(port(), database);
    }

    static void execute(String url, String sql) {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    static String ask(String url, String sql) {
        try (Connection connection = connect(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /// A user whom the server lets in with this password only; everybody else needs none. A rule counts when it is the
    /// first that fits, and once the server has read it.
    static void newUser(String name, String password) throws IOException {
        String server = url("postgres");
        execute(server, "CREATE USER %s PASSWORD '%s'".formatted(name, password));
        Path rules = Path.of(ask(server, "SHOW hba_file"));
        Files.writeString(rules, "host all %s all scram-sha-256%n%s".formatted(name, Files.readString(rules)));
        String before = ask(server, "SELECT pg_conf_load_time()");
        execute(server, "SELECT pg_reload_conf()");
        while (ask(server, "SELECT pg_conf_load_time()").equals(before)) {
            Thread.onSpinWait();
        }
    }

    /// Cuts every connection to a database, as a restart or a firewall does; gives how many there were.
    static int cutConnections(String url) {
        return Integer.parseInt(ask(url, """
                SELECT count(pg_terminate_backend(pid, 5000))
                  FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()"""));
    }

    /// All rows of all tables as one text.
    static String dump(String url) {
        StringBuilder tables = new StringBuilder();
        for (String table : TABLES) {
            tables.append(table)
                    .append(": ")
                    .append(ask(
                            url, "SELECT string_agg(t::text, ' ' ORDER BY t::text) FROM waybill.%s t".formatted(table)))
                    .append('\n');
        }
        return tables.toString();
    }

    private static Connection connect(String url) throws SQLException {
        return Address.parse(url).connect();
    }
}
