package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.child;
import static dev.waybill.simulator.TestRuns.fork;
import static dev.waybill.simulator.TestRuns.guided;
import static dev.waybill.simulator.TestRuns.header;
import static dev.waybill.simulator.TestRuns.id;
import static dev.waybill.simulator.TestRuns.inSession;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Lists of runs: newest first, filtered and in pages.
interface RunQueryContract extends StoreUnderTest {

    @Test
    default void anEmptyStoreListsNothing() {
        assertThat(listed(RunQuery.all(10))).isEmpty();
    }

    @Test
    default void newestRunsComeFirst() {
        for (int n : new int[] {3, 1, 2}) {
            store().commit(newRun(id(n)).alone());
        }
        assertThat(listed(RunQuery.all(10))).containsExactly(id(3), id(2), id(1));
        assertThat(listed(RunQuery.all(2))).containsExactly(id(3), id(2));
    }

    @Test
    default void aListedRunIsTheRun() {
        store().commit(newRun(id(1)).events(2).alone());
        assertThat(store().runs(RunQuery.all(1))).containsExactly(stored(id(1)));
    }

    @Test
    default void pagesFollowEachOtherWithoutGapOrOverlap() {
        for (int n = 1; n <= 10; n++) {
            store().commit(newRun(id(n)).alone());
        }
        List<RunId> all = new ArrayList<>();
        RunId before = null;
        for (List<RunId> page = page(before, 3); !page.isEmpty(); page = page(before, 3)) {
            all.addAll(page);
            before = page.getLast();
        }
        assertThat(all).isEqualTo(listed(RunQuery.all(MANY)));
    }

    private List<RunId> page(@Nullable RunId before, int limit) {
        return listed(RunQuery.where().before(before).newest(limit));
    }

    @Test
    default void tenantsAndDefinitionsAreToldApart() {
        store().commit(newRun(header(id(1), "acme", "plan")).alone());
        store().commit(newRun(header(id(2), "acme", "ship")).alone());
        store().commit(newRun(header(id(3), "Acme", "ship")).alone());
        assertThat(listed(RunQuery.where().tenant("acme").newest(9))).containsExactly(id(2), id(1));
        assertThat(listed(RunQuery.where().definitionId("ship").newest(9))).containsExactly(id(3), id(2));
        assertThat(listed(RunQuery.where().tenant("acme").definitionId("ship").newest(9)))
                .containsExactly(id(2));
        assertThat(listed(RunQuery.where().tenant("nobody").newest(9))).isEmpty();
    }

    @Test
    default void anyOfSeveralStatusesIsWanted() {
        int n = 0;
        List<RunId> expected = new ArrayList<>();
        List<RunStatus> wanted = List.of(RunStatus.FAILED, RunStatus.COMPLETED);
        for (RunStatus status : RunStatus.values()) {
            Projection projection = new Projection(status, false, null, null, at(0));
            store().commit(newRun(id(++n)).projection(projection).alone());
            if (wanted.contains(status)) {
                expected.addFirst(id(n));
            }
        }
        assertThat(listed(RunQuery.where().statuses(wanted).newest(99))).isEqualTo(expected);
    }

    @Test
    default void theBeginningAndTheEndOfAnIdAreTakenLetterByLetter() {
        store().commit(newRun(id(1)).alone());
        store().commit(newRun(id(2)).alone());
        String whole = id(1).value();
        assertThat(listed(RunQuery.where().idPrefix(whole).newest(9))).containsExactly(id(1));
        assertThat(listed(RunQuery.where().idPrefix(whole.substring(0, 8)).newest(9)))
                .containsExactly(id(2), id(1));
        for (String none : List.of("RUN_", "run%", "run__", "r*", whole + "0", whole.toLowerCase(Locale.ROOT))) {
            assertThat(listed(RunQuery.where().idPrefix(none).newest(9)))
                    .as(none)
                    .isEmpty();
        }
        String end = whole.substring(whole.length() - 4);
        assertThat(listed(RunQuery.where().idSuffix(end).newest(9))).containsExactly(id(1));
        assertThat(listed(RunQuery.where().idSuffix(whole).newest(9))).containsExactly(id(1));
        for (String none : List.of("%", "_" + end.substring(1), end.toLowerCase(Locale.ROOT), "0" + whole)) {
            if (!whole.endsWith(none)) {
                assertThat(listed(RunQuery.where().idSuffix(none).newest(9)))
                        .as(none)
                        .isEmpty();
            }
        }
    }

    @Test
    default void childrenAndForksAreFoundByWhereTheyComeFrom() {
        store().commit(newRun(id(1)).events(3).alone());
        store().commit(newRun(child(id(2), id(1))).alone());
        store().commit(newRun(fork(id(3), id(1), new Segment(id(1), 2))).alone());
        store().commit(newRun(fork(id(4), id(1))).alone());
        store().commit(newRun(fork(id(5), id(3), new Segment(id(1), 1))).alone());
        assertThat(listed(RunQuery.where().parent(id(1)).newest(9))).containsExactly(id(2));
        assertThat(listed(RunQuery.where().forkOf(id(1)).newest(9))).containsExactly(id(4), id(3));
        assertThat(listed(RunQuery.where().forkOf(id(3)).newest(9))).containsExactly(id(5));
    }

    @Test
    default void runsAtRestSinceATimeAreFound() {
        for (int n = 1; n <= 3; n++) {
            store().commit(newRun(id(n)).projection(TestRuns.ready(at(n))).alone());
        }
        assertThat(listed(RunQuery.where().updatedBefore(at(2)).newest(9))).containsExactly(id(1));
        assertThat(listed(RunQuery.where().updatedBefore(at(2).plusNanos(1_000)).newest(9)))
                .containsExactly(id(2), id(1));
    }

    @Test
    default void theRunsOfASessionAreFound() {
        store().commit(newRun(guided(id(1), "séance 1")).events(2).alone());
        store().commit(newRun(inSession(fork(id(2), id(1), new Segment(id(1), 1)), "séance 1"))
                .alone());
        store().commit(newRun(guided(id(3), "Séance 1")).alone());
        store().commit(newRun(id(4)).alone());
        store().commit(newRun(inSession(header(id(5), "acme", "plan"), "séance 1"))
                .alone());
        assertThat(listed(
                        RunQuery.where().tenant("tenant-é").session("séance 1").newest(9)))
                .containsExactly(id(2), id(1));
        assertThat(listed(RunQuery.where().tenant("acme").session("séance 1").newest(9)))
                .containsExactly(id(5));
        assertThat(listed(RunQuery.where().tenant("tenant-é").session("").newest(9)))
                .isEmpty();
        assertThat(listed(RunQuery.where().guided().newest(9))).containsExactly(id(5), id(3), id(2), id(1));
        assertThat(listed(RunQuery.where()
                        .tenant("tenant-é")
                        .before(id(3))
                        .guided()
                        .newest(9)))
                .containsExactly(id(2), id(1));
        assertThat(stored(id(1)).header()).isEqualTo(guided(id(1), "séance 1"));
        assertThat(stored(id(4)).header().isGuided()).isFalse();
    }

    @Test
    default void filtersApplyTogether() {
        for (int n = 1; n <= 6; n++) {
            store().commit(newRun(header(id(n), n % 2 == 0 ? "even" : "odd", "flow"))
                    .projection(n < 5 ? TestRuns.ended() : TestRuns.waiting())
                    .alone());
        }
        RunQuery query = RunQuery.where()
                .tenant("even")
                .definitionId("flow")
                .statuses(List.of(RunStatus.COMPLETED))
                .idPrefix("run_")
                .before(id(4))
                .updatedBefore(at(1))
                .newest(9);
        assertThat(listed(query)).containsExactly(id(2));
    }

    private List<RunId> listed(RunQuery query) {
        return store().runs(query).stream()
                .map(StoredRun::header)
                .map(header -> header.runId())
                .toList();
    }
}
