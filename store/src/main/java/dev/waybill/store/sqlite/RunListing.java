package dev.waybill.store.sqlite;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sql.Bound;
import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists runs, newest first: only the conditions that are asked for reach the statement, so that indexes can be used.
final class RunListing {

    /// Sorts after every character of a run id.
    private static final String AFTER_ANY = "\u007f";

    private final List<String> conditions = new ArrayList<>();
    private final List<Binding> bindings = new ArrayList<>();

    private RunListing() {}

    static List<StoredRun> runs(SqlSession session, RunQuery query) throws SQLException {
        if (query.parent() != null && childless(session, query.parent())) {
            return List.of();
        }
        RunListing listing = new RunListing();
        listing.about(query);
        listing.standing(query);
        Bound statement = session.prepare(RunTable.STORED_RUN + listing.where() + " ORDER BY r.run_id DESC LIMIT ?");
        for (Binding binding : listing.bindings) {
            binding.bind(statement);
        }
        return statement.number(query.limit()).rows(RunTable::stored);
    }

    /// Every receipt of a guided run asks for its children, and most have none: a join and a sort would cost an eighth
    /// of
    /// an advance to find nothing.
    private static boolean childless(SqlSession session, RunId parent) throws SQLException {
        return session.prepare("SELECT 1 FROM headers WHERE parent = ? LIMIT 1")
                .text(parent.value())
                .first(_ -> true)
                .isEmpty();
    }

    private void about(RunQuery query) {
        // Nearly all runs fit, which the planner cannot know: it would read and sort all of them for one page.
        text("likely(h.tenant = ?)", query.tenant());
        text("h.definition_id = ?", query.definitionId());
        text("h.session = ?", query.session());
        if (query.guided()) {
            // The same words as in the index.
            where("h.session IS NOT NULL", _ -> {});
        }
        text("h.parent = ?", name(query.parent()));
        if (query.roots()) {
            where("likely(h.parent IS NULL)", _ -> {});
        }
        if (!query.search().isEmpty()) {
            String wanted = query.search();
            where(
                    "(substr(lower(r.run_id), 1, length(?)) = ? OR instr(lower(h.definition_id), ?) > 0)",
                    to -> to.text(wanted).text(wanted).text(wanted));
        }
        text("h.fork_of = ?", name(query.forkOf()));
        text("r.run_id < ?", name(query.before()));
        if (!query.idPrefix().isEmpty()) {
            text("r.run_id >= ?", query.idPrefix());
            text("r.run_id < ?", query.idPrefix() + AFTER_ANY);
        }
        if (!query.idSuffix().isEmpty()) {
            where(
                    "substr(r.run_id, -length(?)) = ?",
                    to -> to.text(query.idSuffix()).text(query.idSuffix()));
        }
    }

    private void standing(RunQuery query) {
        if (query.updatedBefore() != null) {
            where("r.updated_at < ?", to -> to.time(query.updatedBefore()));
        }
        if (!query.statuses().isEmpty()) {
            String marks =
                    String.join(", ", Collections.nCopies(query.statuses().size(), "?"));
            if (!query.statuses().contains(RunStatus.COMPLETED)) {
                // In the words of the index, without which it is not used.
                where("r.status <> 'completed'", _ -> {});
            }
            where("r.status IN (" + marks + ")", to -> {
                for (RunStatus status : query.statuses()) {
                    to.text(status.wire());
                }
            });
        }
    }

    private static @Nullable String name(@Nullable RunId run) {
        return run == null ? null : run.value();
    }

    private void text(String condition, @Nullable String value) {
        if (value != null) {
            where(condition, to -> to.text(value));
        }
    }

    private void where(String condition, Binding binding) {
        conditions.add(condition);
        bindings.add(binding);
    }

    private String where() {
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /// Gives a condition its values.
    @FunctionalInterface
    private interface Binding {
        void bind(Bound to) throws SQLException;
    }
}
