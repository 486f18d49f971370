package dev.waybill.journal.document;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.memory.MemoryLayer;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryView;
import dev.waybill.journal.memory.RunMemory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Where the files of a run lie. It sees them through layers, by the same rules as its memory: what was there when its
/// turn began, and what it has written itself; a fork writes over what its source saw.
///
/// @param place fixed with the run's header
/// @param start the change of the shelf that the run saw when it started
public record RunWorkspace(RunMemory place, long start) {

    /// In a header's options.
    public static final String OPTION = "workspace";

    /// In the hidden part of an event: the change of the shelf that the run sees from there on.
    public static final String SEEN = "workspace";

    /// In the hidden part of an event that tells of a write: the digest of what was written.
    public static final String CONTENT = "workspaceContent";

    private static final String START = "start";

    /// The workspace of a run that nobody handed anything over to.
    public static RunWorkspace of(String tenant, RunId run, long change) {
        return new RunWorkspace(RunMemory.of(MemoryScope.shared(tenant), run), change);
    }

    /// The workspace of a branch, over what its source saw.
    public static RunWorkspace over(MemoryView seen, String tenant, RunId run) {
        return new RunWorkspace(RunMemory.over(seen, tenant, run), 0);
    }

    /// The workspace of a child, which writes where this run does.
    public RunWorkspace shared(MemoryView seen, RunId child) {
        return new RunWorkspace(place.shared(seen, child), 0);
    }

    /// Empty for a run that has none.
    public static Optional<RunWorkspace> of(RunHeader header) {
        return RunMemory.of(header, OPTION)
                .map(place -> new RunWorkspace(
                        place,
                        header.options()
                                                .object(OPTION)
                                                .map(json -> json.get(START))
                                                .orElse(null)
                                        instanceof JsonNumber change
                                ? change.asInteger().orElse(0)
                                : 0));
    }

    /// In a header's options.
    public JsonObject into(JsonObject options) {
        JsonObject all = place.into(options, OPTION);
        return start == 0
                ? all
                : all.with(OPTION, all.object(OPTION).orElseThrow().with(START, start));
    }

    /// Where it writes.
    public Shelf shelf() {
        return Shelf.workspace(place.scope());
    }

    /// What the run saw when it started.
    public MemoryView atStart() {
        return place.at(start, 0);
    }

    /// The files that a view shows, by path.
    public static List<Document> files(Documents documents, MemoryView view) {
        Map<String, Document> newest = new TreeMap<>();
        for (MemoryLayer layer : view.layers()) {
            documents.seen(layer, null).forEach(file -> newest.putIfAbsent(file.name(), file));
        }
        return newest.values().stream().filter(file -> !file.removed()).toList();
    }

    /// The newest version of a file that a view shows, a removal too.
    private static Optional<Document> newest(Documents documents, List<MemoryLayer> layers, String path) {
        return layers.stream()
                .flatMap(layer -> documents.seen(layer, path).stream())
                .findFirst();
    }

    /// A file that a view shows.
    public static Optional<Document> file(Documents documents, MemoryView view, String path) {
        return newest(documents, view.layers(), path).filter(file -> !file.removed());
    }

    /// The version of a file that lies below what this run and its children write; 0 when there is none.
    public long below(Documents documents, String path) {
        return newest(documents, place.below(), path).map(Document::version).orElse(0L);
    }
}
