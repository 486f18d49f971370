package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.ApiKeyTable;
import dev.waybill.store.sql.SealedTable;
import dev.waybill.store.sql.SqlLatches;
import dev.waybill.store.sql.SqlSession;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The tables, and the steps that lead from one version of them to the next.
///
/// The version lies in the file's header, where every write transaction looks at it: a process that was started
/// before an upgrade stops writing at once.
final class SqliteSchema {

    /// `WAYB`, in the file's header: tells our file from others.
    private static final int APPLICATION = 0x57415942;

    private static final String READ_VERSION = "PRAGMA user_version";

    /// What changes with every commit lies apart from what never changes, so that a batch rewrites few pages.
    /// Runs have short numbers inside the file, which keeps the index of events small.
    private static final String VERSION_1 = """
            CREATE TABLE runs (
              id INTEGER PRIMARY KEY,
              run_id TEXT NOT NULL UNIQUE,
              base INTEGER NOT NULL,
              head INTEGER NOT NULL,
              steps INTEGER NOT NULL,
              summaries INTEGER NOT NULL,
              status TEXT NOT NULL,
              ready INTEGER NOT NULL,
              due_at INTEGER,
              current_node TEXT,
              updated_at INTEGER NOT NULL,
              started_by TEXT,
              owner TEXT,
              epoch INTEGER NOT NULL,
              woken INTEGER NOT NULL DEFAULT 0,
              pruned INTEGER NOT NULL DEFAULT 0
            );
            CREATE INDEX runs_ready ON runs (owner) WHERE ready = 1;
            CREATE INDEX runs_woken ON runs (owner) WHERE woken = 1;
            CREATE INDEX runs_due ON runs (due_at, owner) WHERE due_at IS NOT NULL;
            CREATE INDEX runs_owner ON runs (owner) WHERE owner IS NOT NULL;

            CREATE TABLE headers (
              run INTEGER PRIMARY KEY REFERENCES runs (id),
              tenant TEXT NOT NULL,
              definition_id TEXT NOT NULL,
              parent TEXT,
              fork_of TEXT,
              header BLOB NOT NULL
            );
            CREATE INDEX headers_parent ON headers (parent) WHERE parent IS NOT NULL;
            CREATE INDEX headers_fork_of ON headers (fork_of) WHERE fork_of IS NOT NULL;

            CREATE TABLE segments (
              run INTEGER NOT NULL REFERENCES runs (id),
              end INTEGER NOT NULL,
              source INTEGER NOT NULL REFERENCES runs (id),
              UNIQUE (run, end)
            );
            CREATE INDEX segments_source ON segments (source);

            CREATE TABLE events (
              run INTEGER NOT NULL REFERENCES runs (id),
              seq INTEGER NOT NULL,
              type TEXT NOT NULL,
              node_id TEXT,
              public BLOB NOT NULL,
              private BLOB NOT NULL,
              UNIQUE (run, seq)
            );

            CREATE TABLE receipts (
              run INTEGER NOT NULL REFERENCES runs (id),
              kind TEXT NOT NULL,
              place INTEGER NOT NULL,
              seq INTEGER NOT NULL,
              ref BLOB NOT NULL,
              bytes BLOB NOT NULL,
              UNIQUE (run, kind, place)
            );
            CREATE INDEX receipts_event ON receipts (run, seq, place) WHERE kind = 'step';

            CREATE TABLE processes (
              process TEXT NOT NULL UNIQUE,
              kind TEXT NOT NULL,
              seen_at INTEGER NOT NULL
            );

            CREATE TABLE outbox (
              id TEXT NOT NULL UNIQUE,
              run_id TEXT NOT NULL,
              seq INTEGER NOT NULL,
              kind TEXT NOT NULL,
              body BLOB NOT NULL,
              not_before INTEGER NOT NULL,
              attempts INTEGER NOT NULL
            );
            CREATE INDEX outbox_not_before ON outbox (not_before);

            CREATE TABLE blobs (
              digest BLOB NOT NULL UNIQUE,
              bytes BLOB NOT NULL
            );

            CREATE TABLE answers (
              tenant TEXT NOT NULL,
              operation TEXT NOT NULL,
              key TEXT NOT NULL,
              request BLOB NOT NULL,
              answer BLOB NOT NULL,
              created_at INTEGER NOT NULL,
              expires_at INTEGER NOT NULL,
              UNIQUE (tenant, operation, key)
            );
            CREATE INDEX answers_expires_at ON answers (expires_at);
            """;

    /// Most runs of an old store have completed. The few others are what people look for, and they keep the index
    /// small.
    private static final String VERSION_2 = """
            CREATE INDEX runs_status ON runs (status, run_id) WHERE status <> 'completed';
            """;

    /// Guided runs: tokens, who may call, and the runs of a session. A token's reference is random and looked up
    /// as a whole, so that a table without row numbers spares a second tree.
    private static final String VERSION_3 = """
            ALTER TABLE headers ADD COLUMN session TEXT;
            CREATE INDEX headers_session ON headers (session) WHERE session IS NOT NULL;

            CREATE TABLE token_places (
              ref BLOB PRIMARY KEY,
              run INTEGER NOT NULL REFERENCES runs (id),
              seq INTEGER NOT NULL,
              serial INTEGER NOT NULL
            ) WITHOUT ROWID;

            CREATE TABLE token_keys (
              id INTEGER PRIMARY KEY,
              secret BLOB NOT NULL,
              created_at INTEGER NOT NULL,
              valid_until INTEGER
            );

            CREATE TABLE api_keys (
              id TEXT NOT NULL UNIQUE,
              tenant TEXT NOT NULL,
              label TEXT NOT NULL,
              digest BLOB NOT NULL UNIQUE,
              created_at INTEGER NOT NULL,
              expires_at INTEGER
            );
            """;

    /// What a key may do. Keys of before could do everything, and still can.
    private static final String VERSION_4 = """
            ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '%s';
            """.formatted(ApiKeyTable.EVERYTHING);

    /// What a process says about itself with its heartbeat.
    private static final String VERSION_5 = """
            ALTER TABLE processes ADD COLUMN status TEXT NOT NULL DEFAULT '{}';
            """;

    /// What agents remember.
    private static final String VERSION_6 = SqliteMemories.SCHEMA;

    /// Webhooks with what could not be delivered to them, and documents of tenants.
    private static final String VERSION_7 = """
            DROP INDEX outbox_not_before;
            CREATE INDEX outbox_kind ON outbox (kind, not_before);
            CREATE INDEX outbox_run ON outbox (kind, run_id, seq);

            CREATE TABLE dead_letters (
              id TEXT NOT NULL UNIQUE,
              run_id TEXT NOT NULL,
              seq INTEGER NOT NULL,
              kind TEXT NOT NULL,
              body BLOB NOT NULL,
              not_before INTEGER NOT NULL,
              attempts INTEGER NOT NULL,
              died_at INTEGER NOT NULL,
              reason TEXT NOT NULL
            );
            CREATE INDEX dead_letters_kind ON dead_letters (kind, died_at);

            CREATE TABLE webhooks (
              id TEXT NOT NULL UNIQUE,
              tenant TEXT NOT NULL,
              url TEXT NOT NULL,
              filter TEXT NOT NULL,
              fingerprint TEXT NOT NULL,
              created_at INTEGER NOT NULL,
              created_by TEXT NOT NULL
            );

            CREATE TABLE shelves (
              shelf TEXT NOT NULL,
              tenant TEXT NOT NULL,
              change_no INTEGER NOT NULL,
              PRIMARY KEY (shelf, tenant)
            ) WITHOUT ROWID;

            CREATE TABLE documents (
              shelf TEXT NOT NULL,
              tenant TEXT NOT NULL,
              name TEXT NOT NULL,
              version INTEGER NOT NULL,
              change_no INTEGER NOT NULL,
              content_type TEXT,
              content BLOB NOT NULL,
              updated_at INTEGER NOT NULL,
              author TEXT NOT NULL,
              removed INTEGER NOT NULL,
              UNIQUE (shelf, tenant, name, version)
            );
            """;

    /// Which run made a version of a document, and where.
    private static final String VERSION_8 = """
            ALTER TABLE documents ADD COLUMN path TEXT NOT NULL DEFAULT '';
            ALTER TABLE documents ADD COLUMN run_id TEXT NOT NULL DEFAULT '';
            ALTER TABLE documents ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
            """;

    /// What happens once in a cluster.
    private static final String VERSION_9 = SqlLatches.schema("latches", "TEXT", "INTEGER");

    /// Each row with a checksum of its own. Rows of before have none.
    private static final String VERSION_10 = SealedTable.addSums(
            "events receipts headers token_places answers outbox dead_letters memory_scopes memory_changes webhooks"
                    + " documents latches token_keys api_keys runs",
            "INTEGER",
            "dead_letters death_sum");

    /// The n-th step leads from version n to version n + 1.
    private static final List<String> STEPS = List.of(
            VERSION_1,
            VERSION_2,
            VERSION_3,
            VERSION_4,
            VERSION_5,
            VERSION_6,
            VERSION_7,
            VERSION_8,
            VERSION_9,
            VERSION_10);

    static final int LATEST = STEPS.size();

    private SqliteSchema() {}

    /// Brings the file to the latest version. Processes that start together do it one after the other.
    static void migrate(SqlSession session, SqliteFile file) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            if (version(statement) == LATEST) {
                return;
            }
            file.patiently(() -> statement.execute("BEGIN EXCLUSIVE"));
            try {
                climb(statement);
                statement.execute("COMMIT");
            } catch (SQLException | RuntimeException e) {
                statement.execute("ROLLBACK");
                throw e;
            }
        }
    }

    private static void climb(Statement statement) throws SQLException {
        int found = version(statement);
        requireKnown(found);
        if (found == 0) {
            requireOurs(statement);
        }
        for (String step : STEPS.subList(found, LATEST)) {
            statement.executeUpdate(step);
        }
        statement.execute("PRAGMA user_version = " + LATEST);
        statement.execute("PRAGMA application_id = " + APPLICATION);
    }

    /// A file without a version is new, or it is somebody else's.
    private static void requireOurs(Statement statement) throws SQLException {
        if (number(statement, "SELECT count(*) FROM sqlite_schema") > 0) {
            throw new StoreException(
                    StoreProblem.FAILED,
                    "waybill.db holds another program's tables: choose another data directory",
                    null);
        }
    }

    /// What is only read is not brought up to date either.
    static void requireReadable(SqlSession session, Path directory) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            int found = version(statement);
            requireKnown(found);
            if (number(statement, "PRAGMA application_id") != APPLICATION) {
                throw new StoreException(
                        StoreProblem.NOT_A_STORE,
                        "%s is not a store: its waybill.db is another program's".formatted(directory),
                        null);
            }
            if (found < LATEST) {
                throw new StoreException(
                        StoreProblem.READ_ONLY,
                        "the store has schema version %d and this waybill reads %d: 'waybill work' brings it up to date"
                                .formatted(found, LATEST),
                        null);
            }
        }
    }

    /// Part of every write transaction.
    static void requireLatest(SqlSession session) throws SQLException {
        requireKnown(session.prepare(READ_VERSION).first(row -> row.getInt(1)).orElse(0));
    }

    private static void requireKnown(int found) {
        if (found > LATEST) {
            throw new StoreException(
                    StoreProblem.NEWER_SCHEMA,
                    "the store has schema version %d and this waybill knows %d: use a newer waybill"
                            .formatted(found, LATEST),
                    null);
        }
    }

    private static int version(Statement statement) throws SQLException {
        return number(statement, READ_VERSION);
    }

    private static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? result.getInt(1) : 0;
        }
    }
}
