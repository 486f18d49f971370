package dev.waybill.simulator;

import static dev.waybill.simulator.TestAppend.append;
import static dev.waybill.simulator.TestAppend.newRun;
import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.header;
import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.memory.Memories;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryMark;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.memory.RunMemory;
import dev.waybill.journal.memory.StoredMemory;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Transaction;
import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What stores promise about what agents remember.
interface MemoryContract extends StoreUnderTest {

    MemoryScope SCOPE = MemoryScope.shared("tenant-é");
    RunId WRITER = id(700);
    RunId OTHER = id(701);
    String REF = "kunden/größe 🚚";

    private Memories memories() {
        return store().memories();
    }

    private static MemoryWrite write(RunId run, String path, long sequence, String id, @Nullable String content) {
        return new MemoryWrite(SCOPE, path, run, sequence, REF, id, content, List.of("tag-✓"), at(sequence), null);
    }

    private static Transaction with(Append append, MemoryWrite... writes) {
        return new Transaction(List.of(append), List.of(), List.of(), null, List.of(), List.of(writes));
    }

    private List<String> seen(MemoryView view, Instant when) {
        return view.entries(memories(), REF, when).stream()
                .map(MemoryEntry::content)
                .toList();
    }

    private static MemoryView everything(long version) {
        return RunMemory.of(SCOPE, OTHER).at(version, 0);
    }

    @Test
    default void nothingIsRememberedAtFirst() {
        assertThat(memories().mark(SCOPE)).isEqualTo(MemoryMark.NONE);
        assertThat(seen(everything(9), at(0))).isEmpty();
        assertThat(memories().scopes("tenant-é")).isEmpty();
    }

    @Test
    default void whatARunRemembersComesWithItsTransaction() {
        store().commit(with(newRun(header(WRITER)).events(1).build(), write(WRITER, "", 0, "a", "ä \u0000 🚚")));
        assertThat(memories().mark(SCOPE)).isEqualTo(new MemoryMark(1, 0));
        assertThat(memories().scopes("tenant-é")).containsExactly(SCOPE);
        assertThat(later().memories().history(SCOPE, REF, "a"))
                .containsExactly(new StoredMemory(1, write(WRITER, "", 0, "a", "ä \u0000 🚚")));
    }

    @Test
    default void aTransactionThatLostRemembersNothing() {
        store().commit(newRun(header(WRITER)).events(1).alone());
        assertThat(store().commit(with(append(WRITER, 0).events(1).build(), write(WRITER, "", 0, "a", "one"))))
                .isInstanceOf(Commit.Lost.class);
        assertThat(memories().mark(SCOPE)).isEqualTo(MemoryMark.NONE);
    }

    @Test
    default void aVersionShowsWhatWasTrueThen() {
        memories().write(write(WRITER, "", 0, "a", "one"));
        memories().write(write(WRITER, "", 1, "a", "two"));
        memories().write(write(WRITER, "", 2, "b", "three"));
        memories().write(write(WRITER, "", 3, "a", null));
        assertThat(seen(everything(1), at(9))).containsExactly("one");
        assertThat(seen(everything(2), at(9))).containsExactly("two");
        assertThat(seen(everything(3), at(9))).containsExactly("three", "two");
        assertThat(seen(everything(4), at(9))).containsExactly("three");
    }

    @Test
    default void noNameReachesAnotherTenantsMemory() {
        memories().write(write(WRITER, "", 0, "a", "ours"));
        for (String tenant : List.of("tenant-e", "tenant-é/", "")) {
            MemoryScope foreign = new MemoryScope(tenant, SCOPE.name());
            assertThat(memories().mark(foreign)).isEqualTo(MemoryMark.NONE);
            assertThat(memories().read(new MemoryLayer(foreign, "", 9, WRITER, 9), REF, null))
                    .isEmpty();
            assertThat(memories().history(foreign, REF, "a")).isEmpty();
            assertThat(memories().scopes(tenant)).isEmpty();
        }
        assertThat(seen(everything(9), at(9))).containsExactly("ours");
    }

    @Test
    default void anEntryIsSeenUntilItExpiresAndNoOlderOneComesBack() {
        memories().write(write(WRITER, "", 0, "a", "for ever"));
        memories().write(new MemoryWrite(SCOPE, "", WRITER, 1, REF, "a", "for a while", List.of(), at(1), at(11)));
        assertThat(seen(everything(2), at(10))).containsExactly("for a while");
        assertThat(seen(everything(2), at(11))).isEmpty();
    }

    @Test
    default void aRunSeesItsOwnWritesAndThoseBelowItAndNotItsSiblings() {
        RunMemory parent = RunMemory.of(SCOPE, WRITER);
        memories().write(write(WRITER, "", 0, "before", "before"));
        RunMemory first = parent.shared(parent.at(1, 0), id(710));
        RunMemory second = parent.shared(parent.at(1, 0), id(711));
        RunMemory below = first.shared(first.at(1, 0), id(712));
        memories().write(write(id(710), first.path(), 3, "x", "first"));
        memories().write(write(id(711), second.path(), 3, "x", "second"));
        memories().write(write(id(712), below.path(), 3, "y", "below"));
        assertThat(seen(first.at(1, 4), at(9))).containsExactly("first", "before");
        assertThat(seen(first.at(1, 3), at(9))).containsExactly("before");
        assertThat(seen(first.at(4, 4), at(9))).containsExactly("below", "first", "before");
        assertThat(seen(second.at(4, 4), at(9))).containsExactly("second", "before");
        assertThat(seen(below.at(4, 4), at(9))).containsExactly("below", "before");
        assertThat(seen(parent.at(4, 0), at(9))).containsExactly("below", "second", "before");
    }

    @Test
    default void aMemoryOfItsOwnLiesOverWhatWasSeen() {
        RunMemory source = RunMemory.of(SCOPE, WRITER);
        memories().write(write(WRITER, "", 0, "a", "one"));
        RunMemory fork = RunMemory.over(source.at(1, 1), "tenant-é", OTHER);
        memories().write(write(WRITER, "", 5, "a", "later"));
        memories().write(new MemoryWrite(fork.scope(), "", OTHER, 6, REF, "b", "own", List.of(), at(6), null));
        assertThat(seen(fork.at(1, 7), at(9))).containsExactly("own", "one");
        assertThat(seen(source.at(2, 9), at(9))).containsExactly("later");
    }

    @Test
    default void everyMomentOfARunShowsForEverWhatItSaw() {
        Seeds.check(1, random -> MemoryStory.tell(memories(), random, 150));
    }

    @Test
    default void writersAtOnceGetVersionsWithoutGaps() throws Exception {
        // Opened before, for a test may open its store when it is first asked.
        Memories open = memories();
        List<Callable<Long>> writers = new ArrayList<>();
        for (int n = 0; n < 40; n++) {
            int number = n;
            writers.add(() -> open.write(write(WRITER, "", number, "n" + number, "x")));
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(threads.invokeAll(writers).stream().map(Future::resultNow))
                    .doesNotHaveDuplicates()
                    .allSatisfy(version -> assertThat(version).isBetween(1L, 40L));
        }
        assertThat(elsewhere().memories().mark(SCOPE)).isEqualTo(new MemoryMark(40, 0));
    }

    @Test
    default void whatIsForgottenCannotBeLookedAtAnyMore() {
        memories().write(write(WRITER, "", 0, "a", "one"));
        memories().write(write(WRITER, "", 1, "a", "two"));
        memories().write(write(WRITER, "", 5, "a", "three"));
        assertThat(memories().forget(at(3))).isEqualTo(1);
        assertThat(memories().mark(SCOPE)).isEqualTo(new MemoryMark(3, 2));
        assertThat(everything(1).lost(memories())).contains(SCOPE);
        assertThat(everything(2).lost(memories())).isEmpty();
        assertThat(seen(everything(2), at(9))).containsExactly("two");
        assertThat(memories().forget(at(3))).isZero();
    }

    @Test
    default void whatExpiredOrWasTakenBackIsForgotten() {
        memories().write(new MemoryWrite(SCOPE, "", WRITER, 0, REF, "a", "short", List.of(), at(0), at(1)));
        memories().write(write(WRITER, "", 1, "b", "mistake"));
        memories().write(write(WRITER, "", 2, "b", null));
        memories().write(write(WRITER, "", 3, "c", "stays"));
        assertThat(memories().forget(at(5))).isEqualTo(3);
        assertThat(memories().history(SCOPE, REF, "b")).isEmpty();
        assertThat(seen(everything(4), at(0))).containsExactly("stays");
    }
}
