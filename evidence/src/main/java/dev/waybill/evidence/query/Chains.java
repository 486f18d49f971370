package dev.waybill.evidence.query;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.FoundRecords;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whole chains: in order, and checked.
record Chains(EvidenceIndex index, References references) {

    private static final int BROKEN_SHOWN = 1000;

    Answer trace(String correlation, List<IndexedRecord> found) {
        List<IndexedRecord> members = References.different(found);
        GraphCheck check = check(members.stream(), true, record -> {});
        FoundRecords ordered = index.records(TopologicalOrder.of(members, check.edges()));
        EvidenceGraph.Builder graph = new EvidenceGraph.Builder();
        ordered.stream().limit(EvidenceGraph.MOST).forEach(record -> graph.record(record, EvidenceGraph.State.OK));
        return new Answer(
                "trace",
                correlation,
                Verdict.STATED,
                Rule.CHAIN,
                ordered.size() + (ordered.size() == 1 ? " record carries " : " records carry ") + correlation,
                JsonObject.of("records", ordered.size()).with("repos", JsonArray.ofStrings(repos(ordered))),
                Line.each(ordered, place -> Line.of(ordered.get(place), role(ordered.get(place)))),
                check.findings().gaps(),
                check.findings().kept(),
                draw(graph, check));
    }

    private static String role(IndexedRecord record) {
        return record.content()
                .facts()
                .string(Fact.REPLAY_OF)
                .map(source -> "replay of " + source)
                .orElse("chain");
    }

    private static Set<String> repos(List<IndexedRecord> records) {
        Set<String> repos = new LinkedHashSet<>();
        records.forEach(record -> repos.add(record.id().repo().wire()));
        return repos;
    }

    /// @param correlation null checks everything
    Answer dag(@Nullable String correlation, Stream<IndexedRecord> members) {
        EvidenceGraph.Builder graph = new EvidenceGraph.Builder();
        List<Line> broken = new ArrayList<>();
        long[] count = new long[1];
        GraphCheck check = check(members, correlation != null, record -> {
            count[0]++;
            if (graph.size() < EvidenceGraph.MOST) {
                graph.record(record, EvidenceGraph.State.OK);
            }
            if (record.record().integrity().isBroken() && broken.size() < BROKEN_SHOWN) {
                broken.add(Line.of(record, "broken"));
            }
        });
        boolean holds = !check.findings().has(Severity.ERROR);
        return new Answer(
                "dag",
                correlation == null ? "" : correlation,
                holds ? Verdict.STATED : Verdict.CONFLICT,
                holds ? Rule.GRAPH_HOLDS : Rule.GRAPH_BROKEN,
                count[0] + " records, " + check.edges().size() + " references lead to a record"
                        + (holds ? "" : "; " + names(check.findings())),
                result(count[0], check),
                broken,
                check.findings().gaps(),
                check.findings().kept(),
                draw(graph, check));
    }

    private static String names(Findings findings) {
        return String.join(
                ", ",
                findings.counts().entrySet().stream()
                        .filter(entry -> entry.getKey().severity().compareTo(Severity.ERROR) >= 0)
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .toList());
    }

    private static JsonObject result(long records, GraphCheck check) {
        JsonObject.Builder counts = JsonObject.builder();
        check.findings().counts().forEach((code, count) -> counts.put(code.name(), count));
        return JsonObject.of("records", records)
                .with("edges", check.edges().size())
                .with("counts", counts.build());
    }

    private GraphCheck check(Stream<IndexedRecord> members, boolean oneChain, Consumer<IndexedRecord> look) {
        GraphCheck check = new GraphCheck(index, references, oneChain);
        Set<Integer> outside = new LinkedHashSet<>();
        members.forEach(record -> {
            look.accept(record);
            check.add(record);
            if (oneChain) {
                checkOutside(record, check, outside);
            }
        });
        check.finish();
        return check;
    }

    /// A record that left the chain is no member of it: it is found from its parents.
    private void checkOutside(IndexedRecord member, GraphCheck check, Set<Integer> seen) {
        for (IndexedRecord child : references.children(member)) {
            boolean left = GraphCheck.correlation(child).isPresent()
                    && !GraphCheck.correlation(child).equals(GraphCheck.correlation(member));
            if (left && seen.add(child.row())) {
                check.checkCorrelation(child, parents(child));
            }
        }
    }

    private List<IndexedRecord> parents(IndexedRecord child) {
        List<IndexedRecord> parents = new ArrayList<>();
        for (QualifiedId parent : child.content().parents()) {
            if (references.resolve(child, parent) instanceof Resolved.One(IndexedRecord known)) {
                parents.add(known);
            }
        }
        return parents;
    }

    private static EvidenceGraph draw(EvidenceGraph.Builder graph, GraphCheck check) {
        Edges edges = check.edges();
        for (int edge = 0; edge < edges.size(); edge++) {
            graph.edge(edges.parent(edge), edges.child(edge));
        }
        check.findings().mark(graph);
        return graph.build();
    }
}
