package dev.waybill.simulator;

import static dev.waybill.simulator.TestRuns.at;
import static dev.waybill.simulator.TestRuns.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.store.RunStore;
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
}
