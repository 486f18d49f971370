package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.FoundRecords;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What led to a record, and consequences: level by level, each record once.
final class Ancestry {

    private final EvidenceIndex index;
    private final References references;
    private final int depth;
    private final Map<Integer, Integer> depths = new LinkedHashMap<>();
    private final ArrayDeque<Integer> ahead = new ArrayDeque<>();
    private final Set<Gap> gaps = new LinkedHashSet<>();
    private final EvidenceGraph.Builder graph = new EvidenceGraph.Builder();
    private boolean cut;

    Ancestry(EvidenceIndex index, References references, int depth) {
        this.index = index;
        this.references = references;
        this.depth = depth;
    }

    Answer why(IndexedRecord start) {
        reach(start, 0);
        while (!ahead.isEmpty()) {
            IndexedRecord child = index.record(ahead.remove());
            child.content().references().forEach(parent -> follow(child, parent));
        }
        return answer("why", start, "parent", Rule.ANCESTORS, "earlier record led to", "earlier records led to");
    }

    private void follow(IndexedRecord child, QualifiedId parent) {
        switch (references.resolve(child, parent)) {
            case Resolved.One one -> {
                reach(one.record(), depth(child) + 1);
                graph.edge(one.record().row(), child.row());
            }
            case Resolved.Several several ->
                gap(
                        GapCode.PARENT_AMBIGUOUS,
                        child.id() + " names " + parent + ", which fits "
                                + several.records().size() + " records");
            case Resolved.OtherSystem other ->
                missing(
                        parent,
                        child,
                        "; the id exists as " + other.records().getFirst().id());
            case Resolved.Nowhere _ -> missing(parent, child, "");
        }
    }

    /// What a record names as its parent must be there; a link of its own system may lead out of what was indexed.
    private void missing(QualifiedId parent, IndexedRecord child, String more) {
        if (!child.content().parents().contains(parent)) {
            return;
        }
        graph.missing(parent, child);
        gap(GapCode.PARENT_MISSING, child.id() + " names " + parent + ", which is in no file" + more);
    }

    Answer impact(IndexedRecord start) {
        reach(start, 0);
        while (!ahead.isEmpty()) {
            IndexedRecord parent = index.record(ahead.remove());
            for (IndexedRecord child : references.children(parent)) {
                reach(child, depth(parent) + 1);
                graph.edge(parent.row(), child.row());
            }
            noteAmbiguous(parent);
        }
        return answer(
                "impact", start, "child", Rule.DESCENDANTS, "later record follows from", "later records follow from");
    }

    /// Children that name the id without saying whose it is are not counted, but told.
    private void noteAmbiguous(IndexedRecord parent) {
        References.names(parent)
                .forEach(name -> index.children(name).stream()
                        .filter(child -> references.resolve(child, name) instanceof Resolved.Several)
                        .forEach(child -> gap(
                                GapCode.PARENT_AMBIGUOUS,
                                child.id() + " names " + name + ", which fits several records")));
    }

    private int depth(IndexedRecord reached) {
        return depths.getOrDefault(reached.row(), 0);
    }

    private void reach(IndexedRecord record, int level) {
        if (depths.containsKey(record.row())) {
            return;
        }
        if (level > depth) {
            cut = true;
            return;
        }
        depths.put(record.row(), level);
        ahead.add(record.row());
        if (graph.size() < EvidenceGraph.MOST) {
            graph.record(record, EvidenceGraph.State.OK);
        }
    }

    private void gap(GapCode code, String message) {
        gaps.add(new Gap(code, message));
    }

    private Answer answer(String question, IndexedRecord start, String role, Rule rule, String one, String several) {
        if (cut) {
            gap(GapCode.DEPTH_REACHED, "there are records beyond a depth of " + depth + "; ask with a larger --depth");
        }
        int others = depths.size() - 1;
        return new Answer(
                question,
                start.id().toString(),
                Verdict.STATED,
                rule,
                others + " " + (others == 1 ? one : several) + " " + start.id(),
                JsonObject.of("records", others)
                        .with(
                                "depth",
                                depths.values().stream()
                                        .mapToInt(Integer::intValue)
                                        .max()
                                        .orElse(0)),
                path(role),
                List.copyOf(gaps),
                List.of(),
                graph.build());
    }

    private List<Line> path(String role) {
        FoundRecords reached = index.records(
                depths.keySet().stream().mapToInt(Integer::intValue).toArray());
        return Line.each(reached, place -> {
            IndexedRecord record = reached.get(place);
            return new Line(record, place == 0 ? "asked" : role, depth(record));
        });
    }
}
