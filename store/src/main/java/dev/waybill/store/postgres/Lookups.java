package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.store.sql.GroupCommit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Looks runs up, many with one statement. Whoever begins a run or takes it over looks at its row before anything
/// happens outside, so where many begin, many look at the same time.
final class Lookups implements AutoCloseable {

    private static final int MOST_AT_ONCE = 256;

    private final Database database;
    private final GroupCommit<Look> lane;

    Lookups(Database database) {
        this.database = database;
        this.lane =
                new GroupCommit<>("waybill-postgres-look", MOST_AT_ONCE, Collections.nCopies(Lanes.WIDTH, this::look));
    }

    /// A question on its way, and then its answer. The queue hands it from the caller's thread to the
    /// reader's and back.
    private static final class Look {

        private final RunId run;
        private @Nullable StoredRun found;

        Look(RunId run) {
            this.run = run;
        }
    }

    Optional<StoredRun> find(RunId run) {
        Look look = new Look(run);
        try {
            lane.submit(look);
        } catch (StoreException e) {
            if (e.problem() == StoreProblem.CORRUPT) {
                // It may be another one's row that is damaged.
                return database.read(session -> RunTable.find(session, run));
            }
            throw e;
        }
        return Optional.ofNullable(look.found);
    }

    private void look(List<Look> looks) {
        Map<RunId, StoredRun> found = read(looks.stream().map(look -> look.run).toList());
        looks.forEach(look -> look.found = found.get(look.run));
    }

    Map<RunId, StoredRun> read(List<RunId> runs) {
        List<String> ids = runs.stream().map(RunId::value).distinct().toList();
        return database.read(session -> RunTable.all(session, ids)).stream()
                .collect(Collectors.toMap(run -> run.header().runId(), Function.identity()));
    }

    @Override
    public void close() {
        lane.close();
    }
}
