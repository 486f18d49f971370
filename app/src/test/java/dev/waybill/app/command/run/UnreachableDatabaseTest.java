package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database that cannot be used is one sentence and an exit code, without the password.
class UnreachableDatabaseTest {

    @TempDir
    Path folder;

    @Test
    void aServerThatIsDownAnUnknownDatabaseAndAWrongPasswordAreOneSentenceEach() throws Exception {
        refused("localhost:1", "ledger", "is not reachable: check that it runs and that the address is right");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
            String place = "localhost:" + server.getPort();
            refused(place, "nowhere", "does not exist: create it with createdb nowhere");
            askForPasswords(server);
            refused(place, "postgres", "refuses user postgres: check the name, the password and pg_hba.conf");
        }
    }

    private void refused(String place, String database, String why) {
        String url = "postgresql://postgres:hidden@%s/%s".formatted(place, database);
        String sentence = "PostgreSQL at %s, database %s %s".formatted(place, database, why);
        RunDesk desk = new RunDesk(folder);
        Asked asked = desk.ask(ExitCode.NO, "runs", "--db", url);
        assertThat(asked.err()).isEqualTo("waybill: " + sentence + System.lineSeparator());
        assertThat(asked.out()).isEmpty();
        String json = desk.ask(ExitCode.NO, "runs", "--db", url, "--json").out();
        assertThat(json).contains("\"code\":\"store_unreachable\"", sentence).doesNotContain("hidden");
    }

    private static void askForPasswords(EmbeddedPostgres server) throws IOException, SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER USER postgres PASSWORD 'another'");
            Files.writeString(Path.of(first(statement, "SHOW hba_file")), "host all all all scram-sha-256\n");
            String before = first(statement, "SELECT pg_conf_load_time()");
            statement.execute("SELECT pg_reload_conf()");
            while (first(statement, "SELECT pg_conf_load_time()").equals(before)) {
                Thread.onSpinWait();
            }
        }
    }

    private static String first(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "";
        }
    }
}
