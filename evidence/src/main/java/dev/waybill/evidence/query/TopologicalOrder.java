package dev.waybill.evidence.query;

import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// Puts records after their parents. Where that leaves a choice, the earlier record comes first, then the one that lies
/// first; records that lead back to themselves come last, in the same order.
final class TopologicalOrder {

    private static final Comparator<Place> BY_PLACE = Comparator.comparing(Place::root)
            .thenComparing(Place::file)
            .thenComparing(place -> String.valueOf(place.entry()))
            .thenComparingLong(Place::line);

    private static final Comparator<Node> BY_TIME = Comparator.<Node, Instant>comparing(node -> node.time)
            .thenComparing(node -> node.place, BY_PLACE)
            .thenComparingInt(node -> node.row);

    private TopologicalOrder() {}

    /// @return the rows of the records
    static int[] of(List<IndexedRecord> records, Edges edges) {
        Map<Integer, Node> nodes = new LinkedHashMap<>();
        records.forEach(record -> nodes.put(record.row(), new Node(record)));
        for (int edge = 0; edge < edges.size(); edge++) {
            Node child = nodes.get(edges.child(edge));
            Node parent = nodes.get(edges.parent(edge));
            if (child != null && parent != null && child != parent) {
                parent.children.add(child);
                child.waitsFor++;
            }
        }
        return ordered(nodes.values()).stream().mapToInt(node -> node.row).toArray();
    }

    private static List<Node> ordered(Collection<Node> nodes) {
        PriorityQueue<Node> ready = new PriorityQueue<>(BY_TIME);
        nodes.stream().filter(node -> node.waitsFor == 0).forEach(ready::add);
        List<Node> ordered = new ArrayList<>(nodes.size());
        while (!ready.isEmpty()) {
            Node node = ready.remove();
            ordered.add(node);
            for (Node child : node.children) {
                if (--child.waitsFor == 0) {
                    ready.add(child);
                }
            }
        }
        nodes.stream().filter(node -> node.waitsFor > 0).sorted(BY_TIME).forEach(ordered::add);
        return ordered;
    }

    /// What the order needs of a record: there may be as many as an index holds.
    private static final class Node {

        private final int row;
        private final Instant time;
        private final Place place;
        private final List<Node> children = new ArrayList<>(1);
        private int waitsFor;

        Node(IndexedRecord record) {
            row = record.row();
            place = record.record().place();
            RecordTime stated = record.content().time();
            time = stated == null ? Instant.MAX : stated.at();
        }
    }
}
