package dev.waybill.workflow.schema;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Looks for schemas that lead to themselves without going into the value, such as `{"$ref":"#"}`.
final class Circles {

    private enum Seen {
        ON_THE_WAY,
        DONE
    }

    private final Map<SchemaNode, Seen> seen = new LinkedHashMap<>();

    private Circles() {}

    static Optional<SchemaNode> find(Collection<SchemaNode> nodes) {
        var circles = new Circles();
        return nodes.stream().flatMap(node -> circles.from(node).stream()).findFirst();
    }

    private Optional<SchemaNode> from(SchemaNode node) {
        Seen before = seen.putIfAbsent(node, Seen.ON_THE_WAY);
        if (before != null) {
            return before == Seen.ON_THE_WAY ? Optional.of(node) : Optional.empty();
        }
        for (SchemaNode next : node.inPlace()) {
            Optional<SchemaNode> circle = from(next);
            if (circle.isPresent()) {
                return circle;
            }
        }
        seen.put(node, Seen.DONE);
        return Optional.empty();
    }
}
