package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunReads;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A page of sessions, by their newest runs, newest first. A session is found at its newest run and nowhere else, so
/// pages fit together without anybody remembering what the one before has shown.
///
/// @param next where the next page begins; null when there is none
public record SessionList(List<Session> sessions, @Nullable RunId next) {

    private static final int PAGE = 200;

    private record Named(String tenant, String session) {}

    public SessionList {
        sessions = List.copyOf(sessions);
    }

    /// @param before where to go on; null for the first page
    public static SessionList read(RunReads log, @Nullable RunId before, int limit) {
        List<Session> found = new ArrayList<>();
        Set<Named> seen = new LinkedHashSet<>();
        RunId last = before;
        while (true) {
            List<StoredRun> page =
                    log.runs(RunQuery.where().before(last).guided().newest(PAGE));
            for (StoredRun run : page) {
                last = run.header().runId();
                Named name = new Named(
                        run.header().tenant(),
                        Objects.requireNonNull(run.header().session()));
                if (!seen.add(name)) {
                    continue;
                }
                Session session = Session.read(log, name.tenant(), name.session());
                if (session.isNewest(last)) {
                    found.add(session);
                    if (found.size() == limit) {
                        return new SessionList(found, last);
                    }
                }
            }
            if (page.size() < PAGE) {
                return new SessionList(found, null);
            }
        }
    }

    /// The session of this name; of several tenants' ones that the reader sees, the one with the newest run.
    public static Optional<Session> find(RunReads log, String name) {
        return log.runs(RunQuery.where().session(name).guided().newest(1)).stream()
                .findFirst()
                .map(run -> Session.read(log, run.header().tenant(), name));
    }

    public JsonObject toJson() {
        List<JsonValue> rows = new ArrayList<>();
        sessions.forEach(session -> rows.add(SessionRows.json(session)));
        return JsonObject.of("sessions", new JsonArray(rows))
                .withIfPresent("nextCursor", next == null ? null : next.value());
    }
}
