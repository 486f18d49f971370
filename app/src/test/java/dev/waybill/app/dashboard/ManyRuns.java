package dev.waybill.app.dashboard;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// Copies of a run in the store itself, under names of their own: thousands of real runs would take minutes.
final class ManyRuns {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int CHANGED = 5;

    private ManyRuns() {}

    static void copy(Path data, String run, int times) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("waybill.db"))) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = 10000");
            }
            connection.setAutoCommit(false);
            for (int i = 0; i < times; i++) {
                copy(connection, run, run.substring(0, run.length() - CHANGED) + digits(i));
            }
            connection.commit();
        }
    }

    private static void copy(Connection connection, String from, String to) throws SQLException {
        update(connection, """
                INSERT INTO runs (run_id, base, head, steps, summaries, status, ready, due_at, current_node, updated_at,
                                  started_by, owner, epoch, woken, pruned)
                SELECT ?, base, head, steps, summaries, status, 0, NULL, current_node, updated_at, NULL, NULL, 0, 0, 0
                  FROM runs WHERE run_id = ?""", to, from);
        update(connection, """
                INSERT INTO headers (run, tenant, definition_id, parent, fork_of, header, session)
                SELECT n.id, h.tenant, h.definition_id, h.parent, h.fork_of,
                       CAST(replace(CAST(h.header AS TEXT), o.run_id, n.run_id) AS BLOB), h.session
                  FROM runs n, runs o JOIN headers h ON h.run = o.id
                 WHERE n.run_id = ? AND o.run_id = ?""", to, from);
        update(connection, """
                INSERT INTO events (run, seq, type, node_id, public, private)
                SELECT n.id, e.seq, e.type, e.node_id, e.public, e.private
                  FROM runs n, runs o JOIN events e ON e.run = o.id
                 WHERE n.run_id = ? AND o.run_id = ?""", to, from);
    }

    private static void update(Connection connection, String sql, String to, String from) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, to);
            statement.setString(2, from);
            var _ = statement.executeUpdate();
        }
    }

    private static String digits(int number) {
        StringBuilder digits = new StringBuilder();
        for (int shift = 5 * (CHANGED - 1); shift >= 0; shift -= 5) {
            digits.append(DIGITS.charAt(number >> shift & 31));
        }
        return digits.toString();
    }
}
