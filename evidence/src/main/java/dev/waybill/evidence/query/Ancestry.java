package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What led to a record, and what came of it: level by level, each record once.
final class Ancestry {

    private final EvidenceIndex index;
    private final References references;
    private final int depth;
    private final Map<Integer, Line> lines = new LinkedHashMap<>();
    private final ArrayDeque<Line> ahead = new ArrayDeque<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final EvidenceGraph.Builder graph = new EvidenceGraph.Builder();
    private boolean cut;

    Ancestry(EvidenceIndex index, References references, int depth) {
        this.index = index;
        this.references = references;
        this.depth = depth;
    }

    Answer why(IndexedRecord start) {
        reach(start, "asked", 0);
        while (!ahead.isEmpty()) {
            Line line = ahead.remove();
            for (QualifiedId parent : line.found().content().parents()) {
                follow(line, parent);
            }
        }
        return answer("why", start, Rule.ANCESTORS, " earlier records led to ");
    }

    private void follow(Line line, QualifiedId parent) {
        IndexedRecord child = line.found();
        switch (references.resolve(child, parent)) {
            case Resolved.One one -> {
                reach(one.record(), "parent", line.depth() + 1);
                graph.edge(one.record().row(), child.row());
            }
            case Resolved.Several several ->
                gap(
                        GapCode.PARENT_AMBIGUOUS,
                        child.id() + " names " + parent + ", which "
                                + several.records().size() + " stores hold");
            case Resolved.OtherSystem other ->
                missing(
                        parent,
                        child,
                        "; the id exists as " + other.records().getFirst().id());
            case Resolved.Nowhere _ -> missing(parent, child, "");
        }
    }

    private void missing(QualifiedId parent, IndexedRecord child, String more) {
        graph.missing(parent, child);
        gap(GapCode.PARENT_MISSING, child.id() + " names " + parent + ", which is in no file" + more);
    }

    Answer impact(IndexedRecord start) {
        reach(start, "asked", 0);
        while (!ahead.isEmpty()) {
            Line line = ahead.remove();
            for (IndexedRecord child : references.children(line.found())) {
                reach(child, "child", line.depth() + 1);
                graph.edge(line.found().row(), child.row());
            }
            noteAmbiguous(line.found());
        }
        return answer("impact", start, Rule.DESCENDANTS, " later records follow from ");
    }

    /// Children that name the id without saying whose it is are not counted, but told.
    private void noteAmbiguous(IndexedRecord parent) {
        References.names(parent)
                .forEach(name -> index.children(name).stream()
                        .filter(child -> references.resolve(child, name) instanceof Resolved.Several)
                        .forEach(child -> gap(
                                GapCode.PARENT_AMBIGUOUS,
                                child.id() + " names " + name + ", which several stores hold")));
    }

    private void reach(IndexedRecord record, String role, int level) {
        if (lines.containsKey(record.row())) {
            return;
        }
        if (level > depth) {
            cut = true;
            return;
        }
        Line line = new Line(record, role, level);
        lines.put(record.row(), line);
        ahead.add(line);
        graph.record(record, EvidenceGraph.State.OK);
    }

    private void gap(GapCode code, String message) {
        Gap gap = new Gap(code, message);
        if (!gaps.contains(gap)) {
            gaps.add(gap);
        }
    }

    private Answer answer(String question, IndexedRecord start, Rule rule, String middle) {
        if (cut) {
            gap(GapCode.DEPTH_REACHED, "there are records beyond a depth of " + depth + "; ask with a larger --depth");
        }
        int others = lines.size() - 1;
        return new Answer(
                question,
                start.id().toString(),
                Verdict.STATED,
                rule,
                others + middle + start.id(),
                JsonObject.builder()
                        .put("records", others)
                        .put(
                                "depth",
                                lines.values().stream()
                                        .mapToInt(Line::depth)
                                        .max()
                                        .orElse(0))
                        .build(),
                List.copyOf(lines.values()),
                gaps,
                List.of(),
                graph.build());
    }
}
