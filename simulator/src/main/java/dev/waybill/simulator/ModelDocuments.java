package dev.waybill.simulator;

import dev.waybill.journal.document.Document;
import dev.waybill.journal.document.Documents;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Edited;
import dev.waybill.journal.document.Shelf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
    public long mark(Shelf shelf) {
        return on(shelf).size();
    }

    @Override
    public Edited edit(Edit edit) {
        synchronized (state) {
            Optional<Document> newest = newest(edit.shelf(), edit.name());
            long there =
                    newest.filter(it -> !it.removed()).map(Document::version).orElse(0L);
            byte[] content = edit.content();
            boolean fits = edit.expected() == Edit.ANY || edit.expected() == there;
            if (!fits || (content == null && there == 0)) {
                return new Edited.Conflict(there);
            }
            Document next = new Document(
                    edit.shelf(),
                    edit.name(),
                    newest.map(Document::version).orElse(0L) + 1,
                    mark(edit.shelf()) + 1,
                    edit.type(),
                    content == null ? new byte[0] : content.clone(),
                    edit.at(),
                    edit.by(),
                    content == null);
            state.documents.add(next);
            return new Edited.Done(next);
        }
    }
}
