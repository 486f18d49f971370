package dev.waybill.workflow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/// How large a definition may be. Checked first and without recursion: everything after it may recurse safely.
public final class DefinitionLimits {

    static final int DEEPEST = 64;
    static final int MOST_VALUES = 1_000_000;
    static final int MOST_NODES = 10_000;
    static final int MOST_EDGES = 50_000;

    private DefinitionLimits() {}

    private record Level(Collection<JsonValue> values, int depth) {}

    public static void check(JsonObject document, Findings findings) {
        count(document, "nodes", MOST_NODES, findings);
        count(document, "edges", MOST_EDGES, findings);
        Deque<Level> pending = new ArrayDeque<>();
        pending.push(new Level(List.of(document), 0));
        int values = 0;
        while (!pending.isEmpty()) {
            Level level = pending.pop();
            values += level.values.size();
            if (level.depth > DEEPEST || values > MOST_VALUES) {
                tooLarge("", "expected at most %d levels and %d values".formatted(DEEPEST, MOST_VALUES), findings);
                return;
            }
            level.values.forEach(value -> enter(value, level.depth + 1, pending));
        }
    }

    private static void enter(JsonValue value, int depth, Deque<Level> pending) {
        if (value instanceof JsonObject object && !object.isEmpty()) {
            pending.push(new Level(object.members().values(), depth));
        } else if (value instanceof JsonArray array && array.size() > 0) {
            pending.push(new Level(array.items(), depth));
        }
    }

    private static void count(JsonObject document, String name, int most, Findings findings) {
        document.array(name)
                .filter(items -> items.size() > most)
                .ifPresent(items ->
                        tooLarge("/" + name, "expected at most %d, found %d".formatted(most, items.size()), findings));
    }

    private static void tooLarge(String pointer, String message, Findings findings) {
        findings.error(
                pointer, DefinitionCode.TOO_LARGE, message, "split the workflow and call its parts as sub-workflows");
    }
}
