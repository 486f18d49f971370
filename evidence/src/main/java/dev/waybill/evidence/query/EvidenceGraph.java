package dev.waybill.evidence.query;

import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Records and what they follow, ready to be drawn.
public record EvidenceGraph(List<Node> nodes, List<Edge> edges) {

    public static final EvidenceGraph EMPTY = new EvidenceGraph(List.of(), List.of());

    /// A drawing with more records than that helps nobody.
    static final int MOST = 2000;

    /// How a record fares.
    public enum State {
        OK,
        /// A reference of it is doubtful.
        WARNING,
        /// It is broken, or a reference of it is wrong.
        ERROR,
        /// Only named by others.
        MISSING
    }

    /// @param key unique in the graph
    /// @param cluster the system that wrote it
    /// @param label its id
    /// @param detail type and place
    /// @param time epoch seconds
    public record Node(
            String key,
            String cluster,
            String label,
            String detail,
            @Nullable Long time,
            State state) {

        private Node withState(State other) {
            return new Node(key, cluster, label, detail, time, other);
        }
    }

    /// From a parent to its child.
    public record Edge(String from, String to) {}

    public EvidenceGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /// Collects records in the order in which they are to be listed.
    static final class Builder {

        private final Map<Integer, Node> records = new LinkedHashMap<>();
        private final Map<QualifiedId, Node> missing = new LinkedHashMap<>();
        private final Set<String> keys = new LinkedHashSet<>();
        private final Set<Edge> edges = new LinkedHashSet<>();

        Builder record(IndexedRecord found, State state) {
            if (!records.containsKey(found.row())) {
                records.put(found.row(), node(found.record(), state));
            }
            return this;
        }

        private Node node(EvidenceRecord record, State state) {
            String id = record.id().toString();
            // Two stores may give one id; the place tells them apart.
            String key = keys.add(id) ? id : id + " " + record.place();
            keys.add(key);
            RecordTime time = record.content().time();
            return new Node(
                    key,
                    record.id().repo().wire(),
                    id,
                    record.type() + " " + record.place(),
                    time == null ? null : time.at().getEpochSecond(),
                    record.integrity().isBroken() ? State.ERROR : state);
        }

        /// Both by their rows; an edge to a record that is not drawn is left out.
        Builder edge(int parent, int child) {
            Node from = records.get(parent);
            Node to = records.get(child);
            if (from != null && to != null) {
                edges.add(new Edge(from.key(), to.key()));
            }
            return this;
        }

        /// Makes a record look worse, never better.
        Builder mark(int row, State state) {
            records.computeIfPresent(
                    row, (key, node) -> node.state().compareTo(state) >= 0 ? node : node.withState(state));
            return this;
        }

        int size() {
            return records.size();
        }

        /// An edge from something that is not there.
        Builder missing(QualifiedId id, IndexedRecord child) {
            Node to = records.get(child.row());
            if (to != null) {
                Node from = missing.computeIfAbsent(
                        id,
                        known -> new Node(
                                "missing " + known, known.repo().wire(), known.toString(), "", null, State.MISSING));
                edges.add(new Edge(from.key(), to.key()));
            }
            return this;
        }

        EvidenceGraph build() {
            List<Node> nodes = new ArrayList<>(records.values());
            nodes.addAll(missing.values());
            return new EvidenceGraph(nodes, List.copyOf(edges));
        }
    }
}
