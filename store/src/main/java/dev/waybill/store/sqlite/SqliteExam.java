package dev.waybill.store.sqlite;

import dev.waybill.journal.store.RowDamage;
import dev.waybill.store.sql.SealedTable;
import dev.waybill.store.sql.StoreExam;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;

/// A look at every row of the file, and at the file itself.
final class SqliteExam {

    private static final int MOST = 100;

    private static final StoreExam.Tables TABLES = new StoreExam.Tables(
            """
            SELECT r.run_id, h.tenant, h.definition_id, h.parent, h.fork_of, h.session, r.base, r.steps, r.summaries,
                   (SELECT count(*) FROM receipts c WHERE c.run = r.id AND c.kind = 'step'),
                   (SELECT count(*) FROM receipts c WHERE c.run = r.id AND c.kind = 'summary'),
                   h.header
              FROM runs r LEFT JOIN headers h ON h.run = r.id
            """,
            """
            SELECT r.run_id, s.end, source.run_id, NULL
              FROM segments s LEFT JOIN runs r ON r.id = s.run LEFT JOIN runs source ON source.id = s.source
             ORDER BY s.run, s.end
            """,
            """
            SELECT s.shelf, s.tenant, s.change_no, coalesce(max(d.change_no), 0), count(d.change_no)
              FROM shelves s LEFT JOIN documents d ON d.shelf = s.shelf AND d.tenant = s.tenant
             GROUP BY s.shelf, s.tenant
             UNION ALL
            SELECT DISTINCT d.shelf, d.tenant, 0, d.change_no, 1
              FROM documents d LEFT JOIN shelves s ON s.shelf = d.shelf AND s.tenant = d.tenant
             WHERE s.shelf IS NULL
            """,
            "SELECT digest, bytes FROM blobs",
            """
            SELECT run_id, 'it is marked as pruned, and events of it are there'
              FROM runs r WHERE pruned = 1 AND EXISTS (SELECT 1 FROM events e WHERE e.run = r.id)
             UNION ALL
            SELECT run_id, 'it has the checksum of a pruned run' FROM runs WHERE pruned = 0 AND row_sum IS NOT NULL
            """,
            List.of(
                    SealedTable.of(
                                    "events e JOIN runs r ON r.id = e.run",
                                    "r.run_id, e.seq",
                                    "e.seq, e.type, e.node_id, e.public, e.private")
                            .summedIn("e.row_sum"),
                    SealedTable.of(
                                    "receipts c JOIN runs r ON r.id = c.run",
                                    "r.run_id, c.kind, c.place",
                                    "c.kind, c.place, c.seq, c.ref, c.bytes")
                            .summedIn("c.row_sum"),
                    SealedTable.of("headers h JOIN runs r ON r.id = h.run", "r.run_id", "h.header")
                            .summedIn("h.row_sum"),
                    SealedTable.of(
                                    "token_places p JOIN runs r ON r.id = p.run",
                                    "r.run_id, p.serial",
                                    "r.run_id, p.ref, p.seq, p.serial")
                            .summedIn("p.row_sum"),
                    SealedTable.of("runs", "run_id", "head, status, ready, due_at, current_node, updated_at")
                            .only("pruned = 1"),
                    SealedTable.of(
                            "answers",
                            "tenant, operation, key",
                            "tenant, operation, key, request, answer, created_at, expires_at"),
                    SealedTable.of("outbox", "run_id, id", "id, run_id, seq, kind, body")
                            .moving("not_before, attempts"),
                    SealedTable.of("dead_letters", "run_id, id", "id, run_id, seq, kind, body")
                            .moving("not_before, attempts"),
                    SealedTable.of("dead_letters", "run_id, id", "died_at, reason")
                            .summedIn("death_sum"),
                    SealedTable.of("memory_scopes", "tenant, name", "tenant, name")
                            .moving("version, oldest"),
                    SealedTable.of(
                            "memory_changes",
                            "tenant, scope, version",
                            "tenant, scope, version, path, run_id, seq, ref, id, body, created_at, expires_at"),
                    SealedTable.of("webhooks", "id", "id, tenant, url, filter, fingerprint, created_at, created_by"),
                    SealedTable.of(
                            "documents",
                            "tenant, shelf, name, version",
                            "shelf, tenant, name, version, change_no, content_type, content, updated_at, author, removed, path, run_id, seq"),
                    SealedTable.of("latches", "kind, tenant, name", "kind, tenant, name, version, value, changed_at"),
                    SealedTable.of("token_keys", "id", "id, secret, created_at").moving("valid_until"),
                    SealedTable.of("api_keys", "id", "id, tenant, label, digest, scopes, created_at")
                            .moving("expires_at")));

    private SqliteExam() {}

    static long examine(Connection connection, boolean whole, Consumer<RowDamage> sink) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (whole) {
                say(statement, "PRAGMA integrity_check(%d)".formatted(MOST), sink);
            }
            try (ResultSet rows = statement.executeQuery("PRAGMA foreign_key_check")) {
                while (rows.next()) {
                    sink.accept(new RowDamage(
                            "%s, row %s".formatted(rows.getString(1), rows.getString(2)),
                            null,
                            "it belongs to a run that is not there"));
                }
            }
        }
        return new StoreExam(connection, sink).examine(TABLES);
    }

    private static void say(Statement statement, String pragma, Consumer<RowDamage> sink) throws SQLException {
        try (ResultSet rows = statement.executeQuery(pragma)) {
            while (rows.next()) {
                if (!rows.getString(1).equals("ok")) {
                    sink.accept(new RowDamage(SqliteFile.NAME, null, rows.getString(1)));
                }
            }
        }
    }
}
