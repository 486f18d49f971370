package dev.waybill.simulator;

import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.RunPlace;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Documents of tenants, in all their versions.
interface DocumentContract extends StoreUnderTest {

    Shelf FILES = Shelf.workspace("tenant-é");

    private Documents documents() {
        return store().documents();
    }

    private static Edit edit(Shelf shelf, String name, @Nullable String text, long expected) {
        return new Edit(shelf, name, "text/plain", text == null ? null : bytes(text), at(1), "anna", expected);
    }

    private Document write(String name, @Nullable String text) {
        return ((Edited.Done) documents().edit(edit(FILES, name, text, Edit.ANY))).document();
    }

    private static List<String> names(List<Document> documents) {
        return documents.stream().map(it -> it.name() + "@" + it.version()).toList();
    }

    @Test
    default void nothingStandsOnAShelfAtFirst() {
        assertThat(documents().find(FILES, "a")).isEmpty();
        assertThat(documents().versions(FILES, "a")).isEmpty();
        assertThat(documents().list(FILES, Documents.NOW)).isEmpty();
        assertThat(documents().mark(FILES)).isZero();
    }

    @Test
    default void aDocumentIsReadAsItWasWrittenAndElsewhereAtOnce() {
        Document written = write("notes/größe.md", "ä \u0000 🚚");
        assertThat(written)
                .isEqualTo(new Document(
                        FILES, "notes/größe.md", 1, 1, "text/plain", bytes("ä \u0000 🚚"), at(1), "anna", false));
        assertThat(elsewhere().documents().find(FILES, "notes/größe.md")).hasValue(written);
        assertThat(later().documents().find(FILES, "notes/größe.md")).hasValue(written);
    }

    @Test
    default void everyVersionStays() {
        write("a", "one");
        write("b", "other");
        write("a", null);
        write("a", "two");
        assertThat(names(documents().versions(FILES, "a"))).containsExactly("a@3", "a@2", "a@1");
        assertThat(documents().versions(FILES, "a"))
                .extracting(Document::removed)
                .containsExactly(false, true, false);
        assertThat(documents().find(FILES, "a").orElseThrow().content()).isEqualTo(bytes("two"));
        assertThat(documents().mark(FILES)).isEqualTo(4);
    }

    @Test
    default void aShelfIsReadAsItStoodAfterAChange() {
        write("a", "one");
        write("b", "other");
        write("a", "two");
        write("b", null);
        assertThat(names(documents().list(FILES, 0))).isEmpty();
        assertThat(names(documents().list(FILES, 1))).containsExactly("a@1");
        assertThat(names(documents().list(FILES, 2))).containsExactly("a@1", "b@1");
        assertThat(names(documents().list(FILES, 3))).containsExactly("a@2", "b@1");
        assertThat(names(documents().list(FILES, Documents.NOW))).containsExactly("a@2");
    }

    @Test
    default void anEditOfAnOldVersionIsAConflict() {
        assertThat(documents().edit(edit(FILES, "a", "one", 1))).isEqualTo(new Edited.Conflict(0));
        assertThat(documents().edit(edit(FILES, "a", "one", 0))).isInstanceOf(Edited.Done.class);
        assertThat(documents().edit(edit(FILES, "a", "two", 0))).isEqualTo(new Edited.Conflict(1));
        assertThat(documents().edit(edit(FILES, "a", "two", 1))).isInstanceOf(Edited.Done.class);
        assertThat(documents().edit(edit(FILES, "a", null, 1))).isEqualTo(new Edited.Conflict(2));
        assertThat(documents().edit(edit(FILES, "a", null, 2))).isInstanceOf(Edited.Done.class);
        assertThat(documents().edit(edit(FILES, "a", null, Edit.ANY))).isEqualTo(new Edited.Conflict(0));
        assertThat(documents().mark(FILES)).isEqualTo(3);
    }

    @Test
    default void shelvesDoNotSeeEachOther() {
        write("a", "one");
        for (Shelf other : List.of(Shelf.workspace("other"), Shelf.workflows(FILES.tenant()))) {
            assertThat(documents().find(other, "a")).isEmpty();
            assertThat(documents().list(other, Documents.NOW)).isEmpty();
            assertThat(documents().mark(other)).isZero();
        }
    }

    @Test
    default void ofManyWhoEditTheSameVersionOneSucceeds() throws Exception {
        List<RunStore> stores = List.of(store(), elsewhere());
        List<Future<Edited>> edits = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int n = 0; n < 8; n++) {
                RunStore one = stores.get(n % stores.size());
                String text = "text " + n;
                edits.add(threads.submit(() -> one.documents().edit(edit(FILES, "a", text, 0))));
            }
        }
        int done = 0;
        for (Future<Edited> each : edits) {
            done += each.get() instanceof Edited.Done ? 1 : 0;
        }
        assertThat(done).isEqualTo(1);
        assertThat(documents().mark(FILES)).isEqualTo(1);
    }

    private static Edit ofRun(Shelf shelf, String name, String text, long version, RunPlace place) {
        return new Edit(shelf, name, null, bytes(text), at(2), "run/node", Edit.ANY, version, place);
    }

    private Commit commit(RunId run, Edit... edits) {
        return store().commit(new Transaction(
                List.of(TestAppend.newRun(run).build()),
                List.of(),
                List.of(),
                null,
                List.of(),
                List.of(),
                List.of(edits)));
    }

    @Test
    default void whatARunWritesComesWithItsEvents() {
        write("a", "by hand");
        RunPlace place = new RunPlace(TestRuns.id(801), "", 3);
        assertThat(commit(
                        TestRuns.id(801),
                        ofRun(FILES, "a", "two", 2, place),
                        ofRun(FILES, "b", "one", 1, place),
                        ofRun(FILES, "a", "three", 3, place)))
                .isEqualTo(Commit.DONE);
        assertThat(names(elsewhere().documents().list(FILES, Documents.NOW))).containsExactly("a@3", "b@1");
        assertThat(documents().mark(FILES)).isEqualTo(4);
        assertThat(documents().versions(FILES, "a")).extracting(Document::place).containsExactly(place, place, null);
    }

    @Test
    default void aRunThatComesSecondHasLostAndLeavesNoTrace() {
        write("a", "one");
        RunPlace place = new RunPlace(TestRuns.id(802), "", 3);
        assertThat(commit(TestRuns.id(802), ofRun(FILES, "b", "fits", 1, place), ofRun(FILES, "a", "late", 1, place)))
                .isInstanceOf(Commit.Lost.class);
        assertThat(names(documents().list(FILES, Documents.NOW))).containsExactly("a@1");
        assertThat(store().run(TestRuns.id(802))).isEmpty();
        assertThat(documents().mark(FILES)).isEqualTo(1);
    }

    @Test
    default void aBranchWritesOverWhatItsSourceSaw() {
        write("a", "one");
        write("b", "other");
        RunId branch = TestRuns.id(803);
        MemoryView seen = RunWorkspace.of(FILES.tenant(), TestRuns.id(804), 1).atStart();
        RunWorkspace own = RunWorkspace.over(seen, FILES.tenant(), branch);
        assertThat(commit(branch, ofRun(own.shelf(), "a", "mine", 2, new RunPlace(branch, "", 5))))
                .isEqualTo(Commit.DONE);
        MemoryView later = own.place().at(1, 6);
        assertThat(names(RunWorkspace.files(documents(), later))).containsExactly("a@2");
        assertThat(names(RunWorkspace.files(documents(), own.place().at(0, 5)))).containsExactly("a@1");
        assertThat(names(documents().list(FILES, Documents.NOW))).containsExactly("a@1", "b@1");
        assertThat(own.below(documents(), "a")).isEqualTo(1);
    }

    @Test
    default void siblingsDoNotSeeEachOtherAndTheirParentSeesBoth() {
        write("a", "one");
        RunWorkspace parent = RunWorkspace.of(FILES.tenant(), TestRuns.id(805), 1);
        RunId first = TestRuns.id(806);
        RunId second = TestRuns.id(807);
        RunWorkspace one = parent.shared(parent.atStart(), first);
        RunWorkspace two = parent.shared(parent.atStart(), second);
        commit(
                first,
                ofRun(FILES, "a", "first", 2, new RunPlace(first, one.place().path(), 4)));
        commit(
                second,
                ofRun(FILES, "b", "second", 1, new RunPlace(second, two.place().path(), 4)));
        assertThat(names(RunWorkspace.files(documents(), one.place().at(3, 5)))).containsExactly("a@2");
        assertThat(names(RunWorkspace.files(documents(), two.place().at(0, 5)))).containsExactly("a@1", "b@1");
        assertThat(names(RunWorkspace.files(documents(), parent.place().at(1, 9))))
                .containsExactly("a@1");
        assertThat(names(RunWorkspace.files(documents(), parent.place().at(3, 9))))
                .containsExactly("a@2", "b@1");
    }
}
