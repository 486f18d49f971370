package dev.waybill.simulator;

import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.RunPlace;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.MemoryLayer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Documents of tenants, as the model has them: all versions in one list, in the order in which they were made.
record ModelDocuments(ModelState state) implements Documents {

    @Override
    public Optional<Document> newest(Shelf shelf, String name) {
        return versions(shelf, name).stream().findFirst();
    }

    @Override
    public List<Document> versions(Shelf shelf, String name) {
        return on(shelf).stream()
                .filter(document -> document.name().equals(name))
                .toList()
                .reversed();
    }

    private List<Document> on(Shelf shelf) {
        synchronized (state) {
            return state.documents.stream()
                    .filter(document -> document.shelf().equals(shelf))
                    .toList();
        }
    }

    @Override
    public List<Document> list(Shelf shelf, long change) {
        Map<String, Document> seen = new TreeMap<>();
        for (Document document : on(shelf)) {
            if (document.change() <= change) {
                seen.put(document.name(), document);
            }
        }
        return seen.values().stream().filter(document -> !document.removed()).toList();
    }

    @Override
    public List<Document> seen(MemoryLayer layer, @Nullable String name) {
        Map<String, Document> seen = new TreeMap<>();
        for (Document document : on(Shelf.workspace(layer.scope()))) {
            RunPlace place = document.place();
            boolean shown = place == null
                    ? layer.shows(document.change(), "", null, 0)
                    : layer.shows(document.change(), place.path(), place.run(), place.sequence());
            if (shown && (name == null || name.equals(document.name()))) {
                seen.put(document.name(), document);
            }
        }
        return List.copyOf(seen.values());
    }

    @Override
    public long mark(Shelf shelf) {
        return on(shelf).size();
    }

    /// Whether an edit can be made now.
    boolean fits(Edit edit) {
        Optional<Document> newest = newest(edit.shelf(), edit.name());
        return edit.fits(
                newest.map(Document::version).orElse(0L),
                newest.filter(Document::removed).isPresent());
    }

    @Override
    public Edited edit(Edit edit) {
        synchronized (state) {
            Optional<Document> newest = newest(edit.shelf(), edit.name());
            byte[] content = edit.content();
            if (!fits(edit)) {
                return new Edited.Conflict(newest.filter(it -> !it.removed())
                        .map(Document::version)
                        .orElse(0L));
            }
            Document next = new Document(
                    edit.shelf(),
                    edit.name(),
                    edit.versionAfter(newest.map(Document::version).orElse(0L)),
                    mark(edit.shelf()) + 1,
                    edit.type(),
                    content == null ? new byte[0] : content.clone(),
                    edit.at(),
                    edit.by(),
                    content == null,
                    edit.place());
            state.documents.add(next);
            return new Edited.Done(next);
        }
    }
}
