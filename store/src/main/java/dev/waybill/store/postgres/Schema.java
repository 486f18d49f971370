package dev.waybill.store.postgres;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.ApiKeyTable;
import dev.waybill.store.sql.SealedTable;
import dev.waybill.store.sql.SqlLatches;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;

/// The tables, and the steps that lead from one version of them to the next.
///
/// Every write transaction reads the version, and a migration first locks the table that holds it. So a migration
/// waits for the writers before it, and a writer after it sees the new version: no write meets half a migration.
final class Schema {

    static final int VERSION = 11;

    private static final int OLDEST_SERVER = 13;

    /// One number for all processes: who holds it migrates.
    private static final long MIGRATION_LOCK = 0x5761_7962_696C_6CL;

    private static final String VERSION_1 = """
            CREATE SCHEMA IF NOT EXISTS waybill;

            CREATE TABLE waybill.schema_version (version integer NOT NULL);
            INSERT INTO waybill.schema_version VALUES (0);

            CREATE TABLE waybill.run (
                run_id        text COLLATE "C" PRIMARY KEY,
                tenant        text COLLATE "C" NOT NULL,
                definition_id text COLLATE "C" NOT NULL,
                parent_id     text COLLATE "C",
                fork_of       text COLLATE "C",
                header        bytea NOT NULL,
                prefix_length bigint NOT NULL,
                head          bigint NOT NULL,
                steps         bigint NOT NULL,
                summaries     bigint NOT NULL,
                status        text COLLATE "C" NOT NULL,
                ready         boolean NOT NULL,
                due_at        bigint,
                current_node  text,
                updated_at    bigint NOT NULL,
                started_by    text COLLATE "C",
                owner         text COLLATE "C",
                epoch         bigint NOT NULL,
                woken         boolean NOT NULL,
                pruned        boolean NOT NULL
            ) WITH (fillfactor = 80);
            CREATE INDEX run_ready ON waybill.run (run_id) WHERE ready;
            CREATE INDEX run_woken ON waybill.run (run_id) WHERE woken;
            CREATE INDEX run_due ON waybill.run (due_at) WHERE due_at IS NOT NULL;
            CREATE INDEX run_owner ON waybill.run (owner) WHERE owner IS NOT NULL;
            CREATE INDEX run_parent ON waybill.run (parent_id) WHERE parent_id IS NOT NULL;
            CREATE INDEX run_fork ON waybill.run (fork_of) WHERE fork_of IS NOT NULL;

            CREATE TABLE waybill.event (
                run_id       text COLLATE "C" NOT NULL,
                seq          bigint NOT NULL,
                type         text NOT NULL,
                node_id      text,
                public_part  bytea NOT NULL,
                private_part bytea NOT NULL,
                UNIQUE (run_id, seq)
            );
            CREATE TABLE waybill.shared_prefix (
                run_id   text COLLATE "C" NOT NULL,
                source   text COLLATE "C" NOT NULL,
                from_seq bigint NOT NULL,
                end_seq  bigint NOT NULL,
                PRIMARY KEY (run_id, from_seq)
            );
            CREATE INDEX shared_prefix_source ON waybill.shared_prefix (source);

            CREATE TABLE waybill.receipt (
                run_id text COLLATE "C" NOT NULL,
                kind   text COLLATE "C" NOT NULL,
                idx    bigint NOT NULL,
                seq    bigint NOT NULL,
                ref    bytea NOT NULL,
                bytes  bytea NOT NULL,
                PRIMARY KEY (run_id, kind, idx)
            );
            CREATE INDEX receipt_event ON waybill.receipt (run_id, seq, idx) WHERE kind = 'STEP';

            CREATE TABLE waybill.answer (
                tenant     text COLLATE "C" NOT NULL,
                operation  text COLLATE "C" NOT NULL,
                key        text COLLATE "C" NOT NULL,
                request    bytea NOT NULL,
                answer     bytea NOT NULL,
                created_at bigint NOT NULL,
                expires_at bigint NOT NULL,
                PRIMARY KEY (tenant, operation, key)
            );
            CREATE INDEX answer_expiry ON waybill.answer (expires_at);

            CREATE TABLE waybill.outbox (
                id         text COLLATE "C" PRIMARY KEY,
                run_id     text COLLATE "C" NOT NULL,
                seq        bigint NOT NULL,
                kind       text NOT NULL,
                body       bytea NOT NULL,
                not_before bigint NOT NULL,
                attempts   integer NOT NULL
            );
            CREATE INDEX outbox_order ON waybill.outbox (not_before, run_id, seq, id);

            CREATE TABLE waybill.blob (
                digest bytea PRIMARY KEY,
                bytes  bytea NOT NULL
            );

            CREATE TABLE waybill.process (
                process_id text COLLATE "C" PRIMARY KEY,
                kind       text NOT NULL,
                seen_at    bigint NOT NULL
            );
            """;

    /// Most runs of an old store have completed. The few others are what people look for, and they keep the index
    /// small.
    private static final String VERSION_2 = """
            CREATE INDEX run_status ON waybill.run (status, run_id) WHERE status <> 'completed';
            """;

    /// Guided runs: tokens, who may call, and the runs of a session.
    private static final String VERSION_3 = """
            ALTER TABLE waybill.run ADD COLUMN session text COLLATE "C";
            CREATE INDEX run_session ON waybill.run (session) WHERE session IS NOT NULL;

            CREATE TABLE waybill.token_place (
                ref    bytea PRIMARY KEY,
                run_id text COLLATE "C" NOT NULL,
                seq    bigint NOT NULL,
                serial integer NOT NULL
            );

            CREATE TABLE waybill.token_key (
                id          integer PRIMARY KEY,
                secret      bytea NOT NULL,
                created_at  bigint NOT NULL,
                valid_until bigint
            );

            CREATE TABLE waybill.api_key (
                id         text COLLATE "C" PRIMARY KEY,
                tenant     text COLLATE "C" NOT NULL,
                label      text NOT NULL,
                digest     bytea NOT NULL UNIQUE,
                created_at bigint NOT NULL,
                expires_at bigint
            );
            """;

    /// What a key may do. Keys of before could do everything, and still can.
    private static final String VERSION_4 = """
            ALTER TABLE waybill.api_key ADD COLUMN scopes text NOT NULL DEFAULT '%s';
            """.formatted(ApiKeyTable.EVERYTHING);

    /// What a process says about itself with its heartbeat.
    private static final String VERSION_5 = """
            ALTER TABLE waybill.process ADD COLUMN status text NOT NULL DEFAULT '{}';
            """;

    /// What agents remember.
    private static final String VERSION_6 = PostgresMemories.SCHEMA;

    /// Webhooks with what could not be delivered to them, and documents of tenants.
    private static final String VERSION_7 = """
            ALTER TABLE waybill.outbox ALTER COLUMN kind TYPE text COLLATE "C";
            DROP INDEX waybill.outbox_order;
            CREATE INDEX outbox_kind ON waybill.outbox (kind, not_before);
            CREATE INDEX outbox_run ON waybill.outbox (kind, run_id, seq);

            CREATE TABLE waybill.dead_letter (
                id text COLLATE "C" PRIMARY KEY,
                run_id text COLLATE "C" NOT NULL,
                seq bigint NOT NULL,
                kind text COLLATE "C" NOT NULL,
                body bytea NOT NULL,
                not_before bigint NOT NULL,
                attempts integer NOT NULL,
                died_at bigint NOT NULL,
                reason text NOT NULL
            );
            CREATE INDEX dead_letter_kind ON waybill.dead_letter (kind, died_at);

            CREATE TABLE waybill.webhook (
                id text COLLATE "C" PRIMARY KEY,
                tenant text COLLATE "C" NOT NULL,
                url text NOT NULL,
                filter text NOT NULL,
                fingerprint text NOT NULL,
                created_at bigint NOT NULL,
                created_by text NOT NULL
            );

            CREATE TABLE waybill.shelf (
                shelf text COLLATE "C" NOT NULL,
                tenant text COLLATE "C" NOT NULL,
                change_no bigint NOT NULL,
                PRIMARY KEY (shelf, tenant)
            );

            CREATE TABLE waybill.document (
                shelf text COLLATE "C" NOT NULL,
                tenant text COLLATE "C" NOT NULL,
                name text COLLATE "C" NOT NULL,
                version bigint NOT NULL,
                change_no bigint NOT NULL,
                content_type text,
                content bytea NOT NULL,
                updated_at bigint NOT NULL,
                author text NOT NULL,
                removed integer NOT NULL,
                PRIMARY KEY (shelf, tenant, name, version)
            );
            """;

    /// Which run made a version of a document, and where.
    private static final String VERSION_8 = """
            ALTER TABLE waybill.document
                ADD COLUMN path text COLLATE "C" NOT NULL DEFAULT '',
                ADD COLUMN run_id text COLLATE "C" NOT NULL DEFAULT '',
                ADD COLUMN seq bigint NOT NULL DEFAULT 0;
            """;

    /// What happens once in a cluster.
    private static final String VERSION_9 = SqlLatches.schema("waybill.latch", "text COLLATE \"C\"", "bigint");

    /// Which transaction wrote an event, so that one can ask what is new. Events of before have none and are never
    /// new; a default that is set afterwards leaves them as they are instead of writing the table anew.
    private static final String VERSION_10 = """
            ALTER TABLE waybill.event ADD COLUMN xact bigint;
            ALTER TABLE waybill.event ALTER COLUMN xact SET DEFAULT pg_current_xact_id()::text::bigint;
            CREATE INDEX event_xact ON waybill.event (xact) WHERE xact IS NOT NULL;
            """;

    /// Each row with a checksum of its own. Rows of before have none.
    private static final String VERSION_11 = SealedTable.addSums(
            "waybill.event waybill.receipt waybill.token_place waybill.answer waybill.outbox waybill.dead_letter"
                    + " waybill.memory_scope waybill.memory_change waybill.webhook waybill.document waybill.latch"
                    + " waybill.token_key waybill.api_key waybill.run",
            "bigint",
            "waybill.dead_letter death_sum",
            "waybill.run header_sum");

    private static final List<String> MIGRATIONS = List.of(
            VERSION_1,
            VERSION_2,
            VERSION_3,
            VERSION_4,
            VERSION_5,
            VERSION_6,
            VERSION_7,
            VERSION_8,
            VERSION_9,
            VERSION_10,
            VERSION_11);

    private final Problems problems;

    Schema(Problems problems) {
        this.problems = problems;
    }

    /// Brings the tables to the version that this program knows. The caller begins a transaction for this
    /// alone and commits it.
    void migrate(SqlSession session) throws SQLException {
        checkServer(session);
        if (version(session) == VERSION) {
            return;
        }
        // Who waits for its turn must hold nothing that the one before needs, not even what a look leaves behind.
        session.connection().rollback();
        session.prepare("SELECT pg_advisory_xact_lock(?)")
                .number(MIGRATION_LOCK)
                .rows(_ -> true);
        int found = version(session);
        if (found > VERSION) {
            throw problems.newer(found, VERSION);
        }
        if (found > 0) {
            session.run("LOCK TABLE waybill.schema_version IN ACCESS EXCLUSIVE MODE");
        }
        for (String step : MIGRATIONS.subList(found, VERSION)) {
            session.run(step);
        }
        session.prepare("UPDATE waybill.schema_version SET version = ?")
                .number(VERSION)
                .update();
    }

    void requireAny(SqlSession session) throws SQLException {
        if (version(session) == 0) {
            throw problems.unprepared(0, VERSION);
        }
    }

    /// What is only read is not brought up to date either.
    void requireThere(SqlSession session) throws SQLException {
        int found = version(session);
        if (found > VERSION) {
            throw problems.newer(found, VERSION);
        }
        if (found < VERSION) {
            throw problems.unprepared(found, VERSION);
        }
    }

    /// The first statement of every write.
    void check(SqlSession session) throws SQLException {
        int found = read(session);
        if (found > VERSION) {
            throw problems.newer(found, VERSION);
        }
    }

    /// 0 when there are no tables yet. The catalogue is asked by a query, for a lookup by name may be answered from
    /// what this connection remembers: "no such table", although another process has just created it.
    private static int version(SqlSession session) throws SQLException {
        boolean present = session.prepare("""
                        SELECT 1
                          FROM pg_catalog.pg_class c
                          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                         WHERE n.nspname = 'waybill' AND c.relname = 'schema_version'""").first(_ -> true).isPresent();
        return present ? read(session) : 0;
    }

    private static int read(SqlSession session) throws SQLException {
        return session.prepare("SELECT version FROM waybill.schema_version")
                .first(row -> row.getInt(1))
                .orElse(0);
    }

    private void checkServer(SqlSession session) throws SQLException {
        int server = session.connection().getMetaData().getDatabaseMajorVersion();
        String encoding = session.prepare("SHOW server_encoding")
                .first(row -> row.getString(1))
                .orElse("unknown");
        if (server < OLDEST_SERVER || !encoding.equals("UTF8")) {
            throw new StoreException(
                    StoreProblem.FAILED,
                    "expected PostgreSQL %d or newer with encoding UTF8, found %d with %s: use another database"
                            .formatted(OLDEST_SERVER, server, encoding),
                    null);
        }
    }
}
