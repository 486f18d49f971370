package dev.waybill.store.postgres;

import dev.waybill.store.sql.SealedTable;
import dev.waybill.store.sql.StoreExam;
import java.util.List;

/// What a look at every row of the database reads.
final class PostgresExam {

    static final StoreExam.Tables TABLES = new StoreExam.Tables(
            """
            SELECT r.run_id, r.tenant, r.definition_id, r.parent_id, r.fork_of, r.session, r.prefix_length, r.steps,
                   r.summaries,
                   (SELECT count(*) FROM waybill.receipt c WHERE c.run_id = r.run_id AND c.kind = 'STEP'),
                   (SELECT count(*) FROM waybill.receipt c WHERE c.run_id = r.run_id AND c.kind = 'SUMMARY'),
                   r.header
              FROM waybill.run r
            """,
            "SELECT run_id, end_seq, source, from_seq FROM waybill.shared_prefix ORDER BY run_id, end_seq",
            """
            SELECT s.shelf, s.tenant, s.change_no, coalesce(max(d.change_no), 0), count(d.change_no)
              FROM waybill.shelf s LEFT JOIN waybill.document d ON d.shelf = s.shelf AND d.tenant = s.tenant
             GROUP BY s.shelf, s.tenant, s.change_no
             UNION ALL
            SELECT DISTINCT d.shelf, d.tenant, 0::bigint, d.change_no, 1::bigint
              FROM waybill.document d LEFT JOIN waybill.shelf s ON s.shelf = d.shelf AND s.tenant = d.tenant
             WHERE s.shelf IS NULL
            """,
            "SELECT digest, bytes FROM waybill.blob",
            """
            SELECT run_id, 'it is marked as pruned, and events of it are there'
              FROM waybill.run r
             WHERE pruned AND EXISTS (SELECT 1 FROM waybill.event e WHERE e.run_id = r.run_id)
             UNION ALL
            SELECT run_id, 'it has the checksum of a pruned run'
              FROM waybill.run WHERE NOT pruned AND row_sum IS NOT NULL
            """,
            List.of(
                    SealedTable.of("waybill.event", "run_id, seq", "seq, type, node_id, public_part, private_part"),
                    SealedTable.of("waybill.receipt", "run_id, kind, idx", "kind, idx, seq, ref, bytes"),
                    SealedTable.of("waybill.run", "run_id", "header").summedIn("header_sum"),
                    SealedTable.of("waybill.run", "run_id", "head, status, ready, due_at, current_node, updated_at")
                            .only("pruned"),
                    SealedTable.of("waybill.token_place", "run_id, serial", "run_id, ref, seq, serial"),
                    SealedTable.of(
                            "waybill.answer",
                            "tenant, operation, key",
                            "tenant, operation, key, request, answer, created_at, expires_at"),
                    SealedTable.of("waybill.outbox", "run_id, id", "id, run_id, seq, kind, body")
                            .moving("not_before, attempts"),
                    SealedTable.of("waybill.dead_letter", "run_id, id", "id, run_id, seq, kind, body")
                            .moving("not_before, attempts"),
                    SealedTable.of("waybill.dead_letter", "run_id, id", "died_at, reason")
                            .summedIn("death_sum"),
                    SealedTable.of("waybill.memory_scope", "tenant, name", "tenant, name")
                            .moving("version, oldest"),
                    SealedTable.of(
                            "waybill.memory_change",
                            "tenant, scope, version",
                            "tenant, scope, version, path, run_id, seq, ref, id, body, created_at, expires_at"),
                    SealedTable.of(
                            "waybill.webhook", "id", "id, tenant, url, filter, fingerprint, created_at, created_by"),
                    SealedTable.of(
                            "waybill.document",
                            "tenant, shelf, name, version",
                            "shelf, tenant, name, version, change_no, content_type, content, updated_at, author, removed, path, run_id, seq"),
                    SealedTable.of(
                            "waybill.latch", "kind, tenant, name", "kind, tenant, name, version, value, changed_at"),
                    SealedTable.of("waybill.token_key", "id", "id, secret, created_at")
                            .moving("valid_until"),
                    SealedTable.of("waybill.api_key", "id", "id, tenant, label, digest, scopes, created_at")
                            .moving("expires_at")));

    private PostgresExam() {}
}
