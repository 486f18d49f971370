package dev.waybill.evidence.index;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// The tables of an index. A record's key is the number of its source in the upper half and its place among the records
/// of that source in the lower one, so that a source grows at its end and goes as a whole.
final class IndexSchema {

    private static final List<String> TABLES = List.of(
            "create table meta (name text primary key, value text) without rowid",
            """
            create table source (id integer primary key, position int, root text, path text, label text, print text,
                records int, offset int, line int, state text, edges text)
            """,
            "create table lean (source int, path text, print text)",
            // What neighbours mostly share.
            """
            create table common (id integer primary key, repo text, type text, format text, entry text, level text,
                detail text)
            """,
            """
            create table record (row integer primary key, common int, line int, offset int, length int, digest int,
                id text, time text, correlation text, task text, episode text, agent text, policy_version text,
                context_hash text, commit_id text, raw blob)
            """,
            "create table alias (row int, id text, primary key (row, id)) without rowid",
            // What `task` and `commit_id` name is no row here: most records of AgentMesh have one of the two.
            "create table link (row int, n int, kind text, repo text, parent text, primary key (row, n)) without rowid",
            "create table change (row integer primary key, lever text, owner text, at int)",
            """
            create table finding (number integer primary key, source int, code text, severity text, root text,
                file text, entry text, line int, message text)
            """);

    /// What people ask with `waybill evidence sql`.
    private static final List<String> VIEWS = List.of(
            """
            create view records as
            select common.repo || ':' || record.id as id, common.type, record.time, record.task, record.correlation,
                record.episode, record.agent, record.policy_version, record.context_hash,
                record.commit_id as "commit", lower(common.level) as integrity, common.detail, common.repo as system,
                source.label as file, common.entry, record.line, common.format
            from record join common on common.id = record.common join source on source.id = record.row >> 32
            """,
            """
            create view links as
            select common.repo || ':' || record.id as child, all_links.parent, all_links.kind,
                common.type as child_type, source.label as file, record.line
            from (select row, repo || ':' || parent as parent, kind from link
                    union all
                    select child.row, 'agentmesh:' || target.id, 'native' from record child
                    join common on common.id = child.common and common.format glob 'agentmesh/*'
                    join record target on target.id = child.task and target.row <> child.row
                    union all
                    select child.row, 'agentmesh:' || target.id, 'native' from record child
                    join record target on target.commit_id >= child.commit_id
                        and target.commit_id < child.commit_id || '~' and target.row <> child.row
                    join common on common.id = target.common and common.type = 'GIT_COMMIT'
                ) all_links
                join record using (row) join common on common.id = record.common
                join source on source.id = record.row >> 32
            """,
            "create view findings as select code, lower(severity) as severity, file, entry, line, message from finding");

    /// What finds records. Made after the records of a first reading, which is many times faster.
    private static final List<String> INDEXES = List.of(
            "record_id on record (id)",
            "record_common on record (common)",
            "record_task on record (task) where task is not null",
            "record_correlation on record (correlation) where correlation is not null",
            "record_episode on record (episode) where episode is not null",
            "record_commit on record (commit_id) where commit_id is not null",
            "alias_id on alias (id)",
            "link_parent on link (parent)",
            "change_lever on change (lever, owner, at)",
            "finding_source on finding (source)");

    private IndexSchema() {}

    /// An empty index, whatever was there.
    static void make(Statement statement) throws SQLException {
        for (String table : names(statement, "table")) {
            statement.execute("drop table \"" + table.replace("\"", "\"\"") + "\"");
        }
        for (String view : names(statement, "view")) {
            statement.execute("drop view \"" + view.replace("\"", "\"\"") + "\"");
        }
        for (String table : TABLES) {
            statement.execute(table);
        }
        for (String view : VIEWS) {
            statement.execute(view);
        }
    }

    private static List<String> names(Statement statement, String type) throws SQLException {
        List<String> names = new ArrayList<>();
        try (var found = statement.executeQuery(
                "select name from sqlite_master where type = '" + type + "' and name not like 'sqlite_%'")) {
            while (found.next()) {
                names.add(found.getString(1));
            }
        }
        return names;
    }

    static void makeIndexes(Statement statement) throws SQLException {
        for (String index : INDEXES) {
            statement.execute("create index if not exists " + index);
        }
    }

    static void dropIndexes(Statement statement) throws SQLException {
        for (String index : INDEXES) {
            statement.execute("drop index if exists " + index.substring(0, index.indexOf(' ')));
        }
    }
}
