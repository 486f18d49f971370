package dev.waybill.evidence.query;

import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.index.IndexedRecord;
import java.time.Instant;
import java.util.ArrayList;
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

    private static final Comparator<IndexedRecord> BY_TIME = Comparator.comparing(TopologicalOrder::time)
            .thenComparing(found -> found.record().place(), BY_PLACE)
            .thenComparingInt(IndexedRecord::row);

    private TopologicalOrder() {}

    private static Instant time(IndexedRecord found) {
        RecordTime time = found.content().time();
        return time == null ? Instant.MAX : time.at();
    }

    static List<IndexedRecord> of(List<IndexedRecord> records, Edges edges) {
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
        return ordered(nodes);
    }

    private static List<IndexedRecord> ordered(Map<Integer, Node> nodes) {
        PriorityQueue<Node> ready = new PriorityQueue<>(Comparator.comparing(node -> node.record, BY_TIME));
        nodes.values().stream().filter(node -> node.waitsFor == 0).forEach(ready::add);
        List<IndexedRecord> ordered = new ArrayList<>(nodes.size());
        while (!ready.isEmpty()) {
            Node node = ready.remove();
            ordered.add(node.record);
            for (Node child : node.children) {
                if (--child.waitsFor == 0) {
                    ready.add(child);
                }
            }
        }
        nodes.values().stream()
                .filter(node -> node.waitsFor > 0)
                .map(node -> node.record)
                .sorted(BY_TIME)
                .forEach(ordered::add);
        return ordered;
    }

    private static final class Node {

        private final IndexedRecord record;
        private final List<Node> children = new ArrayList<>();
        private int waitsFor;

        Node(IndexedRecord record) {
            this.record = record;
        }
    }
}
